import { lighten, mix } from "../../colour.js";
import { type Point, curve, downTo, ellipse, rect } from "../path.js";
import { type Layer, type Shape, area, blend, detail, light, line } from "../shape.js";
import { type Stage, stageFor } from "../stage.js";

/** Water to the horizon: a path of light below sun or moon, swell that grows towards the viewer. */
export function drawSea(stage: Stage): Layer[] {
  const layers: Layer[] = [
    { depth: 0.42, shapes: [...surface(stage), ...glitter(stageFor(stage, "glitter"))] },
  ];
  const rows = 4;
  for (let i = 0; i < rows; i += 1) {
    layers.push({
      depth: 0.5 + i * 0.12,
      shapes: swell(stageFor(stage, `swell${i}`), (i + 1) / (rows + 0.4)),
    });
  }
  return layers;
}

/** The plain body of water, lighter at the horizon. */
export function surface({ width, height, horizon, palette }: Stage): Shape[] {
  const far = lighten(mix(palette.water, palette.skyLow, 0.5), 0.02);
  return [
    area(
      rect(-20, horizon, width + 40, height - horizon + 20),
      blend(far, mix(palette.water, palette.near, 0.4)),
    ),
  ];
}

/** Broken reflections under the light. */
export function glitter({ height, horizon, lightX, unit, density, palette, chance }: Stage): Shape[] {
  let dashes = "";
  const count = Math.round(60 * density);
  for (let i = 0; i < count; i += 1) {
    const depth = chance.next() ** 1.6;
    const y = horizon + 3 + (height - horizon) * depth * 0.9;
    const x = lightX + unit * chance.between(-0.1, 0.1) * (0.5 + depth * 2.4);
    dashes += ellipse(x, y, unit * chance.between(0.012, 0.05) * (0.4 + depth), 1 + 3.2 * depth);
  }
  const reach = unit * 0.16;
  const shine = `M${lightX - reach} ${horizon}h${reach * 2}L${lightX + reach * 2.2} ${height}H${lightX - reach * 2.2}Z`;
  return [
    light(shine, blend(palette.light, palette.light, "down", [0.42, 0]), 1, unit * 0.03),
    detail(dashes, mix(palette.light, palette.accent, 0.12), 0.72),
  ];
}

function swell({ width, height, horizon, unit, palette, chance }: Stage, share: number): Shape[] {
  const y = horizon + (height - horizon) * share ** 1.25;
  const length = unit * (0.12 + share * 0.26);
  const rise = unit * (0.008 + share * 0.02);
  const shift = chance.between(0, length);
  const points: Point[] = [];
  for (let x = -length * 2 + shift, i = 0; x < width + length * 2; x += length / 2, i += 1) {
    points.push([x, y + (i % 2 === 0 ? -rise : rise) * chance.between(0.5, 1.2)]);
  }
  const colour = mix(mix(palette.water, palette.skyLow, 0.3 - share * 0.25), palette.near, share * 0.38);
  const crest = curve(points);
  const lower = curve(points.map(([px, py]): Point => [px + length * 0.1, py + rise * 1.6]));
  return [
    area(
      downTo(crest, points[0][0], points[points.length - 1][0], height + 20),
      blend(lighten(colour, 0.05), colour),
    ),
    line(crest, mix(palette.light, colour, 0.25), unit * (0.002 + share * 0.0045), 0.75),
    line(lower, palette.light, unit * 0.0018, 0.32),
  ];
}
