import { type Colour, lighten, mix } from "../colour.js";
import type { Chance } from "../seed.js";
import type { SkyName } from "../words.js";
import { type Point, circle, curve, ellipse, polygon, polyline, rect } from "./path.js";
import { type Layer, type Shape, area, blend, detail, fade, light, line } from "./shape.js";
import { type Stage, stageFor } from "./stage.js";

/** The sky and what hangs in it, back to front. */
export function drawSky(stage: Stage, names: readonly SkyName[]): Layer[] {
  const order: readonly SkyName[] = [
    "stars",
    "aurora",
    "sun",
    "moon",
    "rainbow",
    "clouds",
    "lightning",
    "birds",
  ];
  const layers: Layer[] = [{ depth: 0, shapes: air(stage) }];
  for (const name of order.filter((name) => names.includes(name))) {
    layers.push({ depth: 0.1, shapes: DRAWERS[name](stageFor(stage, name)) });
  }
  return layers;
}

/** What falls in front of everything. */
export const drawWeather = (stage: Stage, names: readonly SkyName[]): Layer[] =>
  (["rain", "snowfall"] as const)
    .filter((name) => names.includes(name))
    .map((name) => ({ depth: 1, shapes: DRAWERS[name](stageFor(stage, name)) }));

const DRAWERS: Readonly<Record<SkyName, (stage: Stage) => Shape[]>> = {
  sun,
  moon,
  stars,
  clouds,
  rain,
  snowfall,
  rainbow,
  aurora,
  lightning,
  birds,
};

function air({ width, height, horizon, lightX, unit, palette }: Stage): Shape[] {
  const low = Math.min(height, horizon * 1.06);
  return [
    area(rect(-20, -20, width + 40, height + 40), palette.skyLow),
    detail(rect(-20, -20, width + 40, low + 20), blend(palette.skyTop, palette.skyLow)),
    light(
      ellipse(lightX, horizon, unit * 1.1, unit * 0.42),
      fade(palette.light, palette.isDark ? 0.28 : 0.5),
    ),
  ];
}

function sun({ horizon, lightX, unit, palette, chance }: Stage): Shape[] {
  const radius = unit * chance.between(0.075, 0.13);
  const y = horizon * chance.between(0.42, 0.86);
  const colour = mix(palette.light, palette.accent, palette.isDark ? 0.5 : 0.28);
  return [
    light(circle(lightX, y, radius * 5), fade(palette.light, 0.5)),
    light(circle(lightX, y, radius * 2.1), fade(colour, 0.75)),
    area(circle(lightX, y, radius), blend(lighten(colour, 0.05), mix(colour, palette.accent, 0.45))),
  ];
}

function moon({ horizon, lightX, unit, palette, chance }: Stage): Shape[] {
  const radius = unit * chance.between(0.07, 0.12);
  const y = horizon * chance.between(0.24, 0.45);
  const shade = mix(palette.light, palette.skyTop, 0.22);
  const spots = [0, 1, 2, 3].map(() => {
    const angle = chance.between(0, Math.PI * 2);
    const reach = radius * chance.between(0.15, 0.62);
    return circle(
      lightX + Math.cos(angle) * reach,
      y + Math.sin(angle) * reach,
      radius * chance.between(0.1, 0.22),
    );
  });
  return [
    light(circle(lightX, y, radius * 4.6), fade(palette.light, 0.42)),
    area(circle(lightX, y, radius), blend(palette.light, mix(palette.light, palette.second, 0.18))),
    detail(spots.join(""), shade, 0.55),
  ];
}

/** Small, middle and a few large stars, fewer near the horizon. */
function stars({ width, horizon, density, palette, chance }: Stage): Shape[] {
  const sizes: [string, string, string] = ["", "", ""];
  const count = Math.round(150 * density);
  for (let i = 0; i < count; i += 1) {
    const y = horizon * chance.next() ** 1.5;
    const size = chance.is(0.7) ? 0 : chance.is(0.75) ? 1 : 2;
    sizes[size] += circle(chance.between(0, width), y, [0.9, 1.5, 2.5][size]);
  }
  return [
    detail(sizes[0], palette.light, 0.55),
    detail(sizes[1], palette.light, 0.85),
    detail(sizes[2], palette.light),
  ];
}

function clouds({ width, horizon, unit, density, palette, chance }: Stage): Shape[] {
  const count = Math.round(chance.between(3, 5) * density);
  const shapes: Shape[] = [];
  for (let i = 0; i < count; i += 1) {
    const size = unit * chance.between(0.14, 0.34);
    const y = horizon * chance.between(0.12, 0.72);
    const x = (width * (i + chance.between(0.1, 0.9))) / count;
    const base = mix(palette.light, palette.skyLow, palette.isDark ? 0.72 : 0.12);
    const paint = blend(base, mix(base, palette.skyLow, 0.75), "down", [0.96, 0.5]);
    shapes.push(area(cloud(chance, [x, y], size), paint));
  }
  return shapes;
}

/** A flat-bottomed heap of bows. */
function cloud(chance: Chance, [x, y]: Point, size: number): string {
  const bows = chance.whole(4, 6);
  const step = (size * 2) / bows;
  let path = `M${(x - size).toFixed(1)} ${y.toFixed(1)}`;
  let [px, py] = [x - size, y];
  for (let i = 1; i <= bows; i += 1) {
    const arch = Math.sin((i / bows) * Math.PI);
    const nx = x - size + step * i;
    const ny = i === bows ? y : y - size * 0.34 * arch * chance.between(0.7, 1.2);
    const radius = (Math.hypot(nx - px, ny - py) / 2) * chance.between(1.02, 1.3);
    path += `A${radius.toFixed(1)} ${radius.toFixed(1)} 0 0 1 ${nx.toFixed(1)} ${ny.toFixed(1)}`;
    [px, py] = [nx, ny];
  }
  return `${path}Z`;
}

function rain({ width, height, density, palette, chance }: Stage): Shape[] {
  const slant = chance.between(-0.35, 0.35);
  const fall = (count: number, reach: number): string => {
    let path = "";
    for (let i = 0; i < count; i += 1) {
      const [x, y] = [chance.between(-100, width + 100), chance.between(-60, height)];
      path += polyline([
        [x, y],
        [x + reach * slant, y + reach],
      ]);
    }
    return path;
  };
  return [
    line(fall(Math.round(190 * density), 34), palette.light, 1.1, 0.38),
    line(fall(Math.round(70 * density), 60), palette.light, 1.8, 0.5),
  ];
}

function snowfall({ width, height, density, palette, chance }: Stage): Shape[] {
  const flakes = (count: number, size: number): string =>
    Array.from({ length: Math.round(count * density) }, () =>
      circle(chance.between(0, width), chance.between(0, height), size * chance.between(0.7, 1.3)),
    ).join("");
  return [
    detail(flakes(150, 1.8), palette.light, 0.75),
    detail(flakes(60, 3.6), palette.light, 0.9),
    detail(flakes(16, 7), palette.light, 0.65),
  ];
}

function rainbow({ width, horizon, unit, palette, chance }: Stage): Shape[] {
  const x = width * chance.between(0.3, 0.7);
  const radius = Math.max(width * 0.42, unit * 0.5);
  const band = unit * 0.022;
  const rise = Math.min(1, (horizon * 0.88) / radius);
  const colours: Colour[] = [
    [0.64, 0.19, 0.09],
    [0.74, 0.11, 0.13],
    [0.87, 0.0, 0.16],
    [0.72, -0.15, 0.12],
    [0.66, -0.06, -0.13],
    [0.5, 0.08, -0.18],
  ];
  return colours.map((colour, i) => {
    const r = radius - i * band;
    const path = `M${(x - r).toFixed(1)} ${horizon}A${r.toFixed(1)} ${(r * rise).toFixed(1)} 0 0 1 ${(x + r).toFixed(1)} ${horizon}`;
    return line(path, mix(colour, palette.light, 0.12), band * 1.05, 0.72);
  });
}

function aurora({ width, horizon, palette, chance }: Stage): Shape[] {
  const greens: Colour[] = [
    [0.84, -0.17, 0.08],
    mix([0.8, -0.14, 0.0], palette.second, 0.5),
    [0.66, 0.12, -0.14],
  ];
  return greens.flatMap((colour, i) => {
    const base = horizon * (0.78 - i * 0.17);
    const foot: Point[] = [];
    for (let k = 0; k <= 9; k += 1)
      foot.push([(width * k) / 9, base + horizon * chance.between(-0.12, 0.12)]);
    const top = foot.map(([x, y]): Point => [x + 30, y - horizon * chance.between(0.3, 0.55)]).toReversed();
    const curtain = `${curve(foot)}L${curve(top).slice(1)}Z`;
    return [light(curtain, blend(colour, colour, "down", [0, 0.75]), 0.85, 9)];
  });
}

function lightning({ horizon, width, unit, palette, chance }: Stage): Shape[] {
  const left: Point[] = [];
  let x = width * chance.between(0.2, 0.8);
  const steps = 7;
  for (let i = 0; i <= steps; i += 1) {
    left.push([x, (horizon * i) / steps]);
    x += unit * chance.between(-0.075, 0.075);
  }
  const right = left.map(([px, py], i): Point => [px + (steps - i) * 1.3 + 1, py + 5]).toReversed();
  const bolt = polygon([...left, ...right]);
  return [light(bolt, palette.light, 0.9, 9), area(bolt, mix(palette.light, palette.accent, 0.2))];
}

function birds({ width, horizon, unit, density, palette, chance }: Stage): Shape[] {
  const centre: Point = [width * chance.between(0.25, 0.75), horizon * chance.between(0.25, 0.6)];
  const count = Math.round(chance.between(5, 9) * density);
  let path = "";
  for (let i = 0; i < count; i += 1) {
    const x = centre[0] + unit * chance.between(-0.32, 0.32);
    const y = centre[1] + unit * chance.between(-0.13, 0.13);
    const span = unit * chance.between(0.014, 0.032);
    path += curve([
      [x - span, y - span * 0.35],
      [x - span * 0.45, y - span * 0.5],
      [x, y],
    ]);
    path += curve([
      [x, y],
      [x + span * 0.45, y - span * 0.5],
      [x + span, y - span * 0.3],
    ]);
  }
  return [line(path, palette.isDark ? palette.light : palette.ink, unit * 0.0045)];
}
