import { mix } from "../../colour.js";
import { drawPalm } from "../focus/plants.js";
import { type Point, circle, curve, downTo, star } from "../path.js";
import { type Layer, area, blend, detail, line } from "../shape.js";
import { type Stage, stageFor } from "../stage.js";
import { drawSea } from "./sea.js";

/** A strip of sea, foam, sand with shells, a palm at one side. */
export function drawBeach(stage: Stage): Layer[] {
  const { width, height, horizon, unit, density, palette } = stage;
  const { chance } = stageFor(stage, "sand");
  const shore = horizon + (height - horizon) * chance.between(0.36, 0.5);
  const edge: Point[] = Array.from({ length: 8 }, (_, i) => [
    (width * (i - 0.5)) / 6,
    shore + unit * chance.between(-0.025, 0.025) + (i / 7) * unit * 0.05,
  ]);
  const sand = mix(palette.ground, palette.light, 0.18);
  let shells = "";
  for (let i = 0; i < Math.round(10 * density); i += 1) {
    const spot: Point = [chance.between(0, width), chance.between(shore + unit * 0.09, height)];
    shells += chance.is(0.3)
      ? star(spot, unit * 0.014, unit * 0.006, 5, chance.next())
      : circle(...spot, unit * 0.004);
  }
  const isLeft = chance.is(0.5);
  return [
    ...drawSea(stage).slice(0, 3),
    {
      depth: 0.66,
      shapes: [
        area(
          downTo(curve(edge), edge[0][0], edge[7][0], height + 20),
          blend(mix(sand, palette.water, 0.18), mix(sand, palette.near, 0.2)),
        ),
        line(curve(edge), palette.light, unit * 0.016, 0.9),
        line(
          curve(edge.map(([x, y]): Point => [x + 30, y + unit * 0.024])),
          palette.light,
          unit * 0.004,
          0.5,
        ),
        detail(shells, mix(palette.accent, palette.light, 0.35)),
      ],
    },
    {
      depth: 0.84,
      placing: {
        x: width * (isLeft ? 0.11 : 0.89),
        y: height * 0.97,
        scale: Math.min(height * 0.0085, unit * 0.0088),
        isFlipped: !isLeft,
      },
      shapes: drawPalm(stageFor(stage, "palm"), {
        word: "palm",
        isAfloat: false,
        colour: mix(palette.near, palette.ground, 0.3),
      }),
    },
  ];
}
