import { mix } from "../../colour.js";
import { curve, downTo, ellipse } from "../path.js";
import { type Layer, area, blend, detail } from "../shape.js";
import { type Stage, stageFor } from "../stage.js";
import { rolling } from "../terrain.js";
import { firGroup } from "./forest.js";

const ROWS = 3;

/** Drifts of snow with blue shade, firs with snow on them. */
export function drawSnowfield(stage: Stage): Layer[] {
  const { width, height, horizon, unit, palette } = stage;
  const layers: Layer[] = [];
  for (let i = 0; i < ROWS; i += 1) {
    const { chance } = stageFor(stage, `drift${i}`);
    const y = horizon + ((height - horizon) * i * 0.85) / ROWS;
    const points = rolling(chance, { width, y, swing: unit * 0.035 });
    const snow = mix(palette.light, palette.skyLow, palette.isDark ? 0.62 - i * 0.12 : 0.34 - i * 0.13);
    const shade = mix(snow, palette.far, 0.8);
    const dips = Array.from({ length: 5 }, () =>
      ellipse(
        chance.between(0, width),
        y + unit * chance.between(0.06, 0.2),
        unit * chance.between(0.08, 0.22),
        unit * 0.012,
      ),
    );
    layers.push({
      depth: 0.44 + i * 0.13,
      shapes: [
        area(downTo(curve(points), -60, width + 60, height + 20), blend(snow, shade)),
        detail(dips.join(""), shade, 0.4),
      ],
    });
    if (i === 0) layers.push({ depth: 0.5, shapes: firGroup(stageFor(stage, "firs"), 6) });
  }
  return layers;
}
