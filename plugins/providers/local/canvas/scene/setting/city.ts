import { type Colour, mix } from "../../colour.js";
import type { Chance } from "../../seed.js";
import { ellipse, polygon, rect } from "../path.js";
import { type Layer, type Shape, area, blend, detail } from "../shape.js";
import { type Stage, stageFor } from "../stage.js";
import { haze } from "./mountain.js";

const ROWS = 3;

/** Three rows of buildings with roofs of several kinds and windows, some of them lit. */
export function drawCity(stage: Stage): Layer[] {
  const layers: Layer[] = [];
  for (let i = 0; i < ROWS; i += 1) {
    layers.push({ depth: 0.2 + i * 0.07, shapes: [...row(stageFor(stage, `row${i}`), i), haze(stage)] });
  }
  return layers;
}

interface Building {
  x: number;
  y: number;
  width: number;
  tall: number;
}

function row({ width, horizon, unit, rise, density, palette, chance }: Stage, i: number): Shape[] {
  const share = (i + 1) / ROWS;
  const colour = mix(
    mix(palette.skyLow, palette.far, 0.35 + share * 0.65),
    palette.near,
    share * share * 0.7,
  );
  const shapes: Shape[] = [];
  let lit = "";
  let dim = "";
  for (let x = -unit * 0.05; x < width + 20;) {
    const wide = unit * chance.between(0.055, 0.12) * (0.8 + share * 0.4);
    const tall = Math.min(horizon * 0.86, rise * chance.between(0.16, 0.44) * (1.25 - share * 0.4));
    const building: Building = { x, y: horizon + 3 - tall, width: wide, tall };
    const own = mix(colour, chance.is(0.2) ? palette.accent : palette.near, chance.between(0, 0.22));
    shapes.push(
      area(rect(x, building.y, wide, tall), blend(mix(own, palette.skyLow, 0.12), own)),
      ...roof(chance, building, own),
    );
    const windows = windowsOf(chance, building, unit * 0.0135 * (0.8 + share * 0.5), density);
    lit += windows.lit;
    dim += windows.dim;
    x += wide * chance.between(0.92, 1.2);
  }
  shapes.push(detail(dim, mix(colour, palette.ink, 0.4), 0.5 * share));
  shapes.push(
    detail(lit, mix(palette.accent, palette.light, 0.45), palette.isDark ? 0.95 : 0.35 + share * 0.4),
  );
  return shapes;
}

function roof(chance: Chance, { x, y, width, tall }: Building, colour: Colour): Shape[] {
  const middle = x + width / 2;
  switch (chance.whole(0, 6)) {
    case 0:
      return [
        area(
          polygon([
            [x, y + 1],
            [middle, y - width * 0.55],
            [x + width, y + 1],
          ]),
          colour,
        ),
      ];
    case 1:
      return [
        area(
          polygon([
            [x, y + 1],
            [x, y - width * 0.4],
            [x + width, y + 1],
          ]),
          colour,
        ),
      ];
    case 2:
      return [area(ellipse(middle, y + 1, width * 0.42, width * 0.34), colour)];
    case 3:
      return [
        area(rect(x + width * 0.2, y - width * 0.28, width * 0.6, width * 0.3), colour),
        area(rect(middle - width * 0.02, y - tall * 0.28, width * 0.04, tall * 0.28), colour),
      ];
    case 4:
      return [area(rect(x + width * 0.15, y - width * 0.14, width * 0.28, width * 0.16), colour)];
    default:
      return [];
  }
}

function windowsOf(
  chance: Chance,
  { x, y, width, tall }: Building,
  size: number,
  density: number,
): { lit: string; dim: string } {
  const across = Math.max(2, Math.floor(width / (size * 1.7)));
  const step = width / (across + 0.6);
  let lit = "";
  let dim = "";
  if (chance.is(0.15)) return { lit, dim };
  for (let down = y + size; down < y + tall - size * 2; down += size * 1.9) {
    for (let k = 0; k < across; k += 1) {
      if (chance.is(0.12)) continue;
      const pane = rect(x + step * (k + 0.45), down, step * 0.55, size);
      if (chance.is(0.34 * Math.min(1.3, density))) lit += pane;
      else dim += pane;
    }
  }
  return { lit, dim };
}
