import { mix } from "../../colour.js";
import { type Point, curve, downTo, ellipse, polyline, rect } from "../path.js";
import { type Layer, type Shape, area, blend, detail, light, line } from "../shape.js";
import { type Stage, stageFor } from "../stage.js";
import { glitter, surface } from "./sea.js";

/** Still water: soft stripes of the far colours in it, a bank with reeds in front. */
export function drawLake(stage: Stage): Layer[] {
  return [
    {
      depth: 0.42,
      shapes: [
        ...surface(stage),
        ...mirror(stageFor(stage, "mirror")),
        ...glitter(stageFor(stage, "glitter")),
      ],
    },
    { depth: 0.88, shapes: bank(stageFor(stage, "bank")) },
  ];
}

function mirror({ width, height, horizon, unit, density, palette, chance }: Stage): Shape[] {
  const depth = height - horizon;
  const shapes: Shape[] = [
    light(rect(-20, horizon, width + 40, depth * 0.5), blend(palette.far, palette.far, "down", [0.7, 0])),
  ];
  const dark = mix(palette.far, palette.near, 0.5);
  for (let i = 0; i < Math.round(26 * density); i += 1) {
    const share = chance.next() ** 1.4;
    const stripe = ellipse(
      chance.between(0, width),
      horizon + 2 + depth * share * 0.85,
      unit * chance.between(0.05, 0.24),
      1.2 + share * 3.4,
    );
    shapes.push(detail(stripe, chance.is(0.5) ? dark : palette.skyLow, 0.34));
  }
  return shapes;
}

function bank({ width, height, horizon, unit, density, palette, chance }: Stage): Shape[] {
  const isLeft = chance.is(0.5);
  const x = (share: number): number => (isLeft ? width * share : width * (1 - share));
  const tall = (height - horizon) * 0.3;
  const edge: Point[] = [0, 0.12, 0.25, 0.38, 0.5, 0.62].map((share, i) => [
    x(share - 0.04),
    height - tall * (1 - i / 5) * chance.between(0.7, 1.1) + (i === 5 ? 30 : 0),
  ]);
  const ground = mix(palette.ground, palette.near, 0.62);
  const shapes: Shape[] = [
    area(
      downTo(curve(edge), edge[0][0], edge[5][0], height + 40),
      blend(ground, mix(ground, palette.ink, 0.4)),
    ),
  ];
  let stems = "";
  let heads = "";
  for (let i = 0; i < Math.round(22 * density); i += 1) {
    const foot: Point = [x(chance.between(0, 0.36)), height - tall * chance.between(0, 0.6)];
    const reach = unit * chance.between(0.06, 0.16);
    const lean = reach * chance.between(-0.2, 0.2);
    stems += polyline([
      foot,
      [foot[0] + lean * 0.4, foot[1] - reach * 0.6],
      [foot[0] + lean, foot[1] - reach],
    ]);
    if (chance.is(0.45)) heads += ellipse(foot[0] + lean, foot[1] - reach, unit * 0.006, unit * 0.022);
  }
  shapes.push(
    line(stems, mix(ground, palette.ink, 0.35), unit * 0.004),
    detail(heads, mix(palette.accent, palette.ink, 0.5)),
  );
  return shapes;
}
