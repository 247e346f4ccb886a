import { type Colour, lighten, mix } from "../../colour.js";
import { type Point, curve, downTo, polygon, roundRect } from "../path.js";
import { type Layer, type Shape, area, blend, detail, line } from "../shape.js";
import { type Stage, stageFor } from "../stage.js";

const ROWS = 4;

/** Mesas or pyramids far off, dunes with a lit and a shaded side, a cactus or two. */
export function drawDesert(stage: Stage): Layer[] {
  const layers: Layer[] = [{ depth: 0.3, shapes: farShapes(stageFor(stage, "far")) }];
  for (let i = 0; i < ROWS; i += 1)
    layers.push({ depth: 0.42 + i * 0.11, shapes: dune(stageFor(stage, `dune${i}`), i) });
  const cacti = stageFor(stage, "cactus");
  if (cacti.chance.is(0.75)) layers.push({ depth: 0.8, shapes: cactus(cacti) });
  return layers;
}

function farShapes({ width, horizon, unit, palette, chance }: Stage): Shape[] {
  const colour = mix(palette.far, palette.skyLow, 0.25);
  const isPyramid = chance.is(0.45);
  return Array.from({ length: chance.whole(2, 3) }, (_, i) => {
    const x = width * ((i + chance.between(0.2, 0.8)) / 3);
    const tall = unit * chance.between(0.09, 0.2);
    const half = tall * (isPyramid ? 0.85 : chance.between(0.5, 1));
    const foot = horizon + unit * 0.05;
    const shade = mix(colour, palette.near, 0.35);
    if (isPyramid) {
      return [
        area(
          polygon([
            [x - half, foot],
            [x, horizon - tall],
            [x + half, foot],
          ]),
          mix(colour, palette.light, 0.2),
        ),
        detail(
          polygon([
            [x, horizon - tall],
            [x + half, foot],
            [x + half * 0.25, foot],
          ]),
          shade,
          0.8,
        ),
      ];
    }
    const slab: Point[] = [
      [x - half * 1.4, foot],
      [x - half, horizon - tall * 0.6],
      [x - half * 0.92, horizon - tall],
      [x + half * 0.9, horizon - tall * 0.97],
      [x + half, horizon - tall * 0.5],
      [x + half * 1.35, foot],
    ];
    return [
      area(polygon(slab), blend(lighten(colour, 0.03), shade)),
      line(
        `M${(x - half * 1.05).toFixed(1)} ${(horizon - tall * 0.5).toFixed(1)}h${(half * 2).toFixed(1)}`,
        shade,
        unit * 0.006,
        0.5,
      ),
    ];
  }).flat();
}

function dune({ width, height, horizon, unit, lightX, palette, chance }: Stage, i: number): Shape[] {
  const share = i / ROWS;
  const y = horizon + (height - horizon) * share * 0.85;
  const top: Point = [width * chance.between(0.12, 0.88), y - unit * chance.between(0.04, 0.1)];
  const left: Point[] = [[-70, y + unit * 0.05], [top[0] * 0.4, y + unit * 0.015], top];
  const right: Point[] = [
    top,
    [top[0] + (width - top[0]) * 0.45, y + unit * 0.03],
    [width + 70, y + unit * 0.055],
  ];
  const sand: Colour = mix(
    mix(palette.skyLow, palette.ground, 0.45 + share * 0.55),
    palette.near,
    share * share * 0.3,
  );
  const body = downTo(`${curve(left)}${curve(right).replace(/^M[^C]*/u, "")}`, -70, width + 70, height + 20);
  const isLitLeft = lightX < top[0];
  const side = isLitLeft ? 1 : -1;
  const sweep: Point[] = [
    top,
    [top[0] + side * unit * 0.08, y + unit * 0.1],
    [top[0] - side * unit * 0.06, y + unit * 0.24],
    [top[0] + side * unit * 0.1, height + 20],
  ];
  const edge = isLitLeft ? right : left.toReversed();
  const far = edge[edge.length - 1];
  const shadePath = `${curve(edge)}L${far[0].toFixed(1)} ${height + 20}L${curve(sweep.toReversed()).slice(1)}Z`;
  const ripples = [1, 2, 3]
    .map((k) => curve(left.map(([x, py]): Point => [x, py + k * unit * 0.022])))
    .join("");
  return [
    area(body, blend(lighten(sand, 0.05), mix(sand, palette.ground, 0.3))),
    detail(shadePath, blend(mix(sand, palette.near, 0.42), mix(sand, palette.near, 0.22)), 0.85),
    line(ripples, mix(sand, palette.near, 0.3), unit * 0.002, 0.35),
  ];
}

function cactus({ width, height, horizon, unit, palette, chance }: Stage): Shape[] {
  const green = mix([0.5, -0.09, 0.06], palette.near, 0.55);
  return Array.from({ length: chance.whole(1, 3) }, () => {
    const x = width * (chance.is(0.5) ? chance.between(0.05, 0.3) : chance.between(0.7, 0.95));
    const y = horizon + (height - horizon) * chance.between(0.45, 0.85);
    const tall = unit * chance.between(0.13, 0.22);
    const thick = tall * 0.15;
    const arm = (side: number, up: number): string =>
      roundRect(side > 0 ? x : x - thick * 2.2, y - tall * up, thick * 2.2, thick * 0.7, thick * 0.35) +
      roundRect(
        x + side * thick * 1.85 - thick * 0.35,
        y - tall * (up + 0.26),
        thick * 0.7,
        tall * 0.3,
        thick * 0.35,
      );
    const body = roundRect(x - thick / 2, y - tall, thick, tall + 4, thick / 2) + arm(1, 0.46) + arm(-1, 0.6);
    return [area(body, blend(mix(green, palette.light, 0.2), green, "across"))];
  }).flat();
}
