import { type Colour, lighten, mix } from "../../colour.js";
import type { Chance } from "../../seed.js";
import { type Point, blob, circle, curve, ellipse, polygon, rect, roundRect } from "../path.js";
import { type Layer, type Shape, area, blend, detail, fade, light, line } from "../shape.js";
import { type Stage, stageFor } from "../stage.js";
import { ridge } from "../terrain.js";

/** A wall with a window and a picture, a table top in front, a plant and a lamp. */
export function drawRoom(stage: Stage): Layer[] {
  const isLeft = stage.chance.fork("side").is(0.5);
  return [
    { depth: 0, shapes: wall(stageFor(stage, "wall")) },
    { depth: 0.15, shapes: windowPane(stageFor(stage, "window"), isLeft ? 0.26 : 0.74) },
    { depth: 0.25, shapes: picture(stageFor(stage, "picture"), isLeft ? 0.78 : 0.22) },
    { depth: 0.45, shapes: table(stageFor(stage, "table")) },
    { depth: 0.55, shapes: plant(stageFor(stage, "plant"), isLeft ? 0.88 : 0.12) },
  ];
}

function wall({ width, height, unit, horizon, density, palette, chance }: Stage): Shape[] {
  const colour = wallColour(palette.skyLow, palette.far);
  const shapes: Shape[] = [
    area(rect(-20, -20, width + 40, height + 40), blend(colour, mix(colour, palette.far, 0.3))),
  ];
  if (density < 0.8) return shapes;
  const stripe = mix(colour, palette.far, 0.22);
  const step = unit * chance.between(0.06, 0.11);
  const isDotted = chance.is(0.5);
  let path = "";
  for (let x = step / 2, k = 0; x < width; x += step, k += 1) {
    if (isDotted)
      for (let y = step / 2 + (k % 2) * (step / 2); y < horizon; y += step) path += circle(x, y, step * 0.08);
    else path += rect(x, -20, step * 0.42, height);
  }
  shapes.push(detail(path, stripe, 0.55));
  return shapes;
}

const wallColour = (low: Colour, far: Colour): Colour => mix(low, far, low[0] > 0.7 ? 0.18 : 0.4);

/** A view to hills, with light falling in. */
function windowPane(stage: Stage, share: number): Shape[] {
  const { width, horizon, unit, height, palette, chance } = stage;
  const wide = unit * 0.36;
  const tall = Math.min(horizon * 0.72, unit * 0.46);
  const [x, y] = [width * share - wide / 2, horizon * 0.44 - tall / 2];
  const frame = mix(palette.light, palette.near, 0.12);
  const hills = ridge(chance, { width: wide, y: y + tall * 0.66, swing: tall * 0.12 }, 3).map(
    ([px, py]): Point => [Math.min(x + wide, Math.max(x, x + px)), py],
  );
  const sunAt: Point = [x + wide * chance.between(0.25, 0.75), y + tall * chance.between(0.2, 0.4)];
  const beam = polygon([
    [x, y],
    [x + wide, y],
    [x + wide + unit * 0.5, height],
    [x + unit * 0.16, height],
  ]);
  return [
    area(roundRect(x - 9, y - 9, wide + 18, tall + 18, 6), frame),
    detail(rect(x, y, wide, tall), blend(palette.skyTop, palette.skyLow)),
    detail(circle(...sunAt, wide * 0.09), mix(palette.light, palette.accent, 0.3)),
    detail(polygon([...hills, [x + wide, y + tall], [x, y + tall]]), mix(palette.far, palette.near, 0.3)),
    detail(rect(x + wide / 2 - 3, y, 6, tall) + rect(x, y + tall * 0.45, wide, 6), frame),
    area(rect(x - 18, y + tall + 8, wide + 36, 12), mix(frame, palette.near, 0.1)),
    light(beam, fade(palette.light, 0.24, "down"), 1, 6),
  ];
}

function picture({ width, horizon, unit, palette, chance }: Stage, share: number): Shape[] {
  const wide = unit * chance.between(0.15, 0.22);
  const tall = wide * chance.between(0.9, 1.3);
  const [x, y] = [width * share - wide / 2, horizon * 0.4 - tall / 2];
  return [
    area(rect(x - 7, y - 7, wide + 14, tall + 14), mix(palette.near, palette.accent, 0.18)),
    detail(rect(x, y, wide, tall), mix(palette.light, palette.second, 0.25)),
    detail(circle(x + wide * 0.5, y + tall * 0.42, wide * 0.26), palette.accent),
    detail(
      polygon([
        [x, y + tall],
        [x, y + tall * 0.74],
        [x + wide * 0.4, y + tall * 0.56],
        [x + wide, y + tall * 0.8],
        [x + wide, y + tall],
      ]),
      palette.far,
    ),
  ];
}

function table({ width, height, horizon, unit, palette, chance }: Stage): Shape[] {
  const wood = mix(mix(palette.ground, [0.5, 0.05, 0.07], 0.45), palette.near, 0.1);
  const grain = Array.from({ length: 9 }, () => {
    const y = chance.between(horizon + unit * 0.03, height);
    return curve([0, 0.25, 0.5, 0.75, 1].map((share): Point => [width * share, y + chance.between(-5, 5)]));
  });
  return [
    area(
      rect(-20, horizon, width + 40, height - horizon + 20),
      blend(lighten(wood, 0.06), mix(wood, palette.ink, 0.2)),
    ),
    line(grain.join(""), mix(wood, palette.ink, 0.35), unit * 0.0022, 0.4),
    detail(rect(-20, horizon, width + 40, unit * 0.008), lighten(wood, 0.12), 0.7),
  ];
}

function plant({ width, horizon, unit, palette, chance }: Stage, share: number): Shape[] {
  const [x, y] = [width * share, horizon + unit * 0.07];
  const size = unit * 0.1;
  const green = mix([0.55, -0.1, 0.07], palette.near, 0.3);
  const pot = polygon([
    [x - size * 0.5, y - size * 0.8],
    [x + size * 0.5, y - size * 0.8],
    [x + size * 0.36, y],
    [x - size * 0.36, y],
  ]);
  const leaves = Array.from({ length: 9 }, (_, i) =>
    leaf(chance, [x, y - size * 0.7], -Math.PI * (0.12 + (0.76 * i) / 8), size * chance.between(1.3, 2.1)),
  );
  return [
    detail(ellipse(x, y, size * 0.7, size * 0.1), palette.ink, 0.25),
    ...leaves.map((path, i) => area(path, mix(green, palette.light, i % 2 === 0 ? 0.06 : 0.2))),
    area(
      pot,
      blend(mix(palette.accent, palette.light, 0.15), mix(palette.accent, palette.near, 0.25), "across"),
    ),
  ];
}

function leaf(chance: Chance, from: Point, angle: number, reach: number): string {
  const bend = chance.between(-0.15, 0.15);
  const at = (along: number, across: number): Point => {
    const turned = angle + bend * along;
    return [
      from[0] + Math.cos(turned) * reach * along - Math.sin(turned) * reach * across,
      from[1] + Math.sin(turned) * reach * along + Math.cos(turned) * reach * across,
    ];
  };
  return blob([at(0, 0), at(0.45, 0.13), at(1, 0), at(0.45, -0.13)]);
}
