import { lighten, mix } from "../../colour.js";
import { circle, ellipse, rect, star } from "../path.js";
import { type Layer, type Shape, area, blend, detail, fade, light, line } from "../shape.js";
import { type Stage, stageFor } from "../stage.js";

/** A plain stage for one thing: a disc or rays behind it, a soft floor. */
export function drawBackdrop(stage: Stage): Layer[] {
  return [
    { depth: 0, shapes: cloth(stageFor(stage, "cloth")) },
    { depth: 0.2, shapes: behind(stageFor(stage, "behind")) },
    { depth: 0.4, shapes: floor(stageFor(stage, "floor")) },
  ];
}

function cloth({ width, height, unit, palette }: Stage): Shape[] {
  return [
    area(rect(-20, -20, width + 40, height + 40), blend(palette.skyTop, palette.skyLow)),
    light(
      ellipse(width / 2, height * 0.45, unit * 0.8, unit * 0.7),
      fade(palette.light, palette.isDark ? 0.22 : 0.5),
    ),
  ];
}

function behind({ width, height, unit, density, palette, chance }: Stage): Shape[] {
  const [x, y] = [width / 2, height * 0.46];
  const colour = mix(palette.second, palette.skyLow, 0.3);
  switch (chance.whole(0, 2)) {
    case 0:
      return [
        area(circle(x, y, unit * 0.37), blend(lighten(colour, 0.04), mix(colour, palette.accent, 0.35))),
        line(circle(x, y, unit * 0.41), mix(palette.light, colour, 0.2), unit * 0.006, 0.8),
      ];
    case 1:
      return [
        area(
          star([x, y], unit * 1.3, unit * 0.16, Math.round(14 * density), chance.next()),
          mix(palette.skyLow, palette.second, 0.35),
        ),
        area(circle(x, y, unit * 0.3), colour),
      ];
    default:
      return [0.46, 0.37, 0.28].map((radius, i) =>
        area(
          circle(x, y, unit * radius),
          mix(palette.skyLow, i % 2 === 0 ? colour : palette.accent, 0.35 + i * 0.12),
        ),
      );
  }
}

function floor({ width, height, horizon, unit, density, palette, chance }: Stage): Shape[] {
  const top = Math.max(horizon, height * 0.7);
  const colour = mix(palette.ground, palette.skyLow, 0.2);
  let confetti = "";
  for (let i = 0; i < Math.round(26 * density); i += 1) {
    confetti += chance.is(0.5)
      ? circle(chance.between(0, width), chance.between(0, top), unit * chance.between(0.004, 0.011))
      : star(
          [chance.between(0, width), chance.between(0, top)],
          unit * 0.014,
          unit * 0.005,
          4,
          chance.next(),
        );
  }
  return [
    detail(confetti, palette.light, 0.75),
    area(
      ellipse(width / 2, height + unit * 0.1, Math.max(width * 0.7, unit * 0.8), height + unit * 0.1 - top),
      blend(lighten(colour, 0.05), mix(colour, palette.near, 0.3)),
    ),
  ];
}
