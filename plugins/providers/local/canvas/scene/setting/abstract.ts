import { type Colour, lighten, mix } from "../../colour.js";
import { type Point, circle, curve, downTo, polygon, rect } from "../path.js";
import { type Layer, type Shape, area, blend, detail, fade, light, line } from "../shape.js";
import { type Stage, stageFor } from "../stage.js";

/** One of five ways to fill the picture without a thing: ribbons, discs, tiles, rings, rays. */
export function drawAbstract(stage: Stage): Layer[] {
  const ways = [ribbons, discs, tiles, rings, rays];
  const way = stage.chance.fork("way").pick(ways);
  return [{ depth: 0, shapes: ground(stage) }, ...way(stageFor(stage, "shapes"))];
}

const colours = ({ palette }: Stage): readonly Colour[] => [
  palette.accent,
  palette.second,
  palette.far,
  palette.near,
  palette.water,
  palette.ground,
  mix(palette.light, palette.skyLow, 0.2),
];

function ground({ width, height, unit, palette, lightX }: Stage): Shape[] {
  return [
    area(rect(-20, -20, width + 40, height + 40), blend(palette.skyTop, palette.skyLow)),
    light(circle(lightX, height * 0.3, unit * 0.9), fade(palette.light, 0.4)),
  ];
}

function ribbons(stage: Stage): Layer[] {
  const { width, height, unit, chance } = stage;
  const count = Math.round(7 * stage.density) + 2;
  const slope = unit * chance.between(-0.3, 0.3);
  return Array.from({ length: count }, (_, i) => {
    const colour = chance.pick(colours(stage));
    const y = height * ((i + 0.6) / count);
    const points = Array.from({ length: 6 }, (_, k): Point => [
      (width * (k - 0.5)) / 4,
      y + slope * (k / 5 - 0.5) + unit * chance.between(-0.13, 0.13),
    ]);
    return {
      depth: 0.2 + (0.7 * i) / count,
      shapes: [
        area(
          downTo(curve(points), points[0][0], points[5][0], height + 20),
          blend(lighten(colour, 0.06), mix(colour, stage.palette.near, 0.25), "across"),
        ),
        line(curve(points), stage.palette.light, unit * 0.003, 0.5),
      ],
    };
  });
}

function discs(stage: Stage): Layer[] {
  const { width, height, unit, chance, palette } = stage;
  return Array.from({ length: Math.round(11 * stage.density) }, (_, i) => {
    const [x, y] = [width * chance.next(), height * chance.next()];
    const radius = unit * chance.between(0.06, 0.3) * (1 - i * 0.03);
    const colour = chance.pick(colours(stage));
    const half = `M${(x - radius).toFixed(1)} ${y.toFixed(1)}a${radius.toFixed(1)} ${radius.toFixed(1)} 0 0 1 ${(radius * 2).toFixed(1)} 0Z`;
    const shapes = chance.is(0.3)
      ? [area(half, colour)]
      : [area(circle(x, y, radius), blend(lighten(colour, 0.06), mix(colour, palette.near, 0.18)), 0.94)];
    if (chance.is(0.4))
      shapes.push(line(circle(x, y, radius * 1.14), mix(palette.light, colour, 0.3), unit * 0.006));
    if (chance.is(0.3)) shapes.push(detail(circle(x, y, radius * 0.35), palette.light, 0.9));
    return { depth: 0.2 + i * 0.05, shapes };
  });
}

/** A grid of quarter discs, half discs and triangles. */
function tiles(stage: Stage): Layer[] {
  const { width, height, unit, chance } = stage;
  const side = unit / Math.round(4 * Math.min(1.5, stage.density) + 0.5);
  const shapes: Shape[] = [];
  for (let x = 0; x < width; x += side) {
    for (let y = 0; y < height; y += side) {
      const [back, front] = [chance.pick(colours(stage)), chance.pick(colours(stage))];
      shapes.push(
        area(rect(x, y, side + 0.5, side + 0.5), back),
        area(tile(chance.whole(0, 4), [x, y], side), mix(front, stage.palette.light, 0.08)),
      );
    }
  }
  return [{ depth: 0.3, shapes }];
}

function tile(kind: number, [x, y]: Point, s: number): string {
  const f = (value: number): string => value.toFixed(1);
  switch (kind) {
    case 0:
      return `M${f(x)} ${f(y)}h${f(s)}A${f(s)} ${f(s)} 0 0 1 ${f(x)} ${f(y + s)}Z`;
    case 1:
      return `M${f(x + s)} ${f(y + s)}h${f(-s)}A${f(s)} ${f(s)} 0 0 1 ${f(x + s)} ${f(y)}Z`;
    case 2:
      return circle(x + s / 2, y + s / 2, s * 0.36);
    case 3:
      return polygon([
        [x, y],
        [x + s, y],
        [x, y + s],
      ]);
    default:
      return `M${f(x)} ${f(y + s / 2)}a${f(s / 2)} ${f(s / 2)} 0 0 1 ${f(s)} 0Z`;
  }
}

function rings(stage: Stage): Layer[] {
  const { width, height, unit, chance, palette } = stage;
  const centre: Point = [width * chance.between(0.25, 0.75), height * chance.between(0.25, 0.75)];
  const count = Math.round(9 * stage.density) + 2;
  const reach = Math.hypot(width, height) * 0.62;
  return Array.from({ length: count }, (_, i) => {
    const radius = reach * (1 - i / count) ** 1.1;
    const colour = colours(stage)[(i * 3 + Math.floor(centre[0])) % 7];
    const moon = chance.between(0, Math.PI * 2);
    const [x, y] = [centre[0] + Math.cos(moon) * radius, centre[1] + Math.sin(moon) * radius];
    return {
      depth: 0.15 + (0.7 * i) / count,
      shapes: [
        area(circle(...centre, radius), blend(lighten(colour, 0.05), mix(colour, palette.near, 0.2))),
        area(circle(x, y, unit * chance.between(0.012, 0.04)), palette.light),
      ],
    };
  });
}

function rays(stage: Stage): Layer[] {
  const { width, height, unit, chance, palette } = stage;
  const centre: Point = [width * chance.between(0.2, 0.8), height * chance.between(0.55, 1)];
  const count = Math.round(16 * stage.density);
  const reach = Math.hypot(width, height);
  const shapes: Shape[] = [];
  for (let i = 0; i < count; i += 1) {
    const [from, to] = [i, i + chance.between(0.5, 1)].map((step) => (step / count) * Math.PI * 2);
    const tip = (angle: number): Point => [
      centre[0] + Math.cos(angle) * reach,
      centre[1] + Math.sin(angle) * reach,
    ];
    shapes.push(area(polygon([centre, tip(from), tip(to)]), chance.pick(colours(stage))));
  }
  const discs = [0.26, 0.19, 0.12].map((radius, i) =>
    area(circle(...centre, unit * radius), [palette.light, palette.accent, palette.second][i]),
  );
  return [
    { depth: 0.2, shapes },
    { depth: 0.6, shapes: discs },
  ];
}
