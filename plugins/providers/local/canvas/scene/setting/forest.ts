import { type Colour, lighten, mix } from "../../colour.js";
import type { Chance } from "../../seed.js";
import { type Point, circle, curve, downTo, polygon, rect } from "../path.js";
import { type Layer, type Shape, area, blend, detail, fade, light } from "../shape.js";
import { type Stage, stageFor } from "../stage.js";
import { heightAt, rolling } from "../terrain.js";
import { haze } from "./mountain.js";

const ROWS = 3;

/** Rows of firs or of round trees, hazier with distance, with beams of light between. */
export function drawForest(stage: Stage): Layer[] {
  const isFir = stage.chance.fork("kind").is(0.6);
  const layers: Layer[] = [];
  for (let i = 0; i < ROWS; i += 1) {
    layers.push({
      depth: 0.22 + i * 0.07,
      shapes: [...row(stageFor(stage, `row${i}`), i, isFir), haze(stage)],
    });
  }
  layers.push({ depth: 0.39, shapes: beams(stageFor(stage, "beams")) });
  return layers;
}

function row(
  { width, height, horizon, unit, rise, density, palette, chance }: Stage,
  i: number,
  isFir: boolean,
): Shape[] {
  const share = (i + 1) / ROWS;
  const ground = rolling(chance, { width, y: horizon - unit * 0.02 * (ROWS - i), swing: unit * 0.03 });
  const colour = mix(mix(palette.skyLow, palette.far, 0.4 + share * 0.6), palette.near, share * share * 0.75);
  const count = Math.round((width / unit) * (20 - i * 5) * (0.6 + density * 0.4));
  const floor = downTo(curve(ground), -60, width + 60, height + 20);
  const shapes: Shape[] = [area(floor, blend(colour, mix(colour, palette.ground, 0.5)))];
  const crowns: string[] = [];
  for (let k = 0; k < count; k += 1) {
    const x = (width * (k + chance.between(-0.3, 0.9))) / count;
    const tall = Math.min(horizon * 0.9, rise * chance.between(0.15, 0.3) * (0.7 + share * 0.95));
    const foot: Point = [x, heightAt(ground, x) + 4];
    crowns.push(isFir ? fir(chance, foot, tall) : roundTree(chance, foot, tall));
  }
  // Every third tree is a shade lighter, so that a row reads as single trees.
  const third = (rest: number): string => crowns.filter((_, k) => k % 3 === rest).join("");
  const lighter: Colour = lighten(mix(colour, palette.skyLow, 0.1), 0.025);
  shapes.push(
    area(third(0), colour),
    area(third(1), lighter),
    area(third(2), mix(colour, palette.near, 0.16)),
  );
  return shapes;
}

/** A fir of overlapping skirts, as one outline. */
function fir(chance: Chance, [x, y]: Point, tall: number): string {
  const skirts = 5;
  const half = tall * chance.between(0.17, 0.24);
  const side = (sign: number): Point[] => {
    const points: Point[] = [];
    for (let i = 1; i <= skirts; i += 1) {
      const down = y - tall * 0.08 - tall * 0.92 * (1 - i / skirts);
      const reach = half * (i / skirts) * chance.between(0.85, 1.1);
      points.push(
        [x + sign * reach, down],
        [x + sign * reach * (i === skirts ? 0.2 : 0.48), down - tall * 0.022],
      );
    }
    return points;
  };
  const trunk: Point[] = [
    [x + tall * 0.02, y],
    [x - tall * 0.02, y],
  ];
  return polygon([[x, y - tall], ...side(1), ...trunk, ...side(-1).toReversed()]);
}

function roundTree(chance: Chance, [x, y]: Point, tall: number): string {
  const radius = tall * chance.between(0.2, 0.28);
  const crown = [0, 1, 2].map((i) =>
    circle(
      x + (i - 1) * radius * 0.62,
      y - tall * 0.6 - (i === 1 ? radius * 0.55 : 0),
      radius * chance.between(0.75, 1),
    ),
  );
  return rect(x - tall * 0.022, y - tall * 0.55, tall * 0.044, tall * 0.55) + crown.join("");
}

function beams({ height, horizon, lightX, unit, palette, chance }: Stage): Shape[] {
  return [0, 1, 2, 3].map(() => {
    const spread = unit * chance.between(-0.7, 0.7);
    const half = unit * chance.between(0.03, 0.08);
    const foot = Math.min(height, horizon + unit * 0.2);
    const beam = polygon([
      [lightX - half * 0.2, 0],
      [lightX + half * 0.2, 0],
      [lightX + spread + half, foot],
      [lightX + spread - half, foot],
    ]);
    return light(beam, fade(palette.light, palette.isDark ? 0.13 : 0.34, "down"), 1, 3);
  });
}

/** A few firs in the foreground, for grounds that want them. */
export function firGroup({ width, height, horizon, unit, palette, chance }: Stage, count: number): Shape[] {
  const colour = mix(palette.near, palette.far, 0.25);
  return Array.from({ length: count }, () => {
    const isLeft = chance.is(0.5);
    const x = width * (isLeft ? chance.between(0, 0.3) : chance.between(0.7, 1));
    const y = horizon + (height - horizon) * chance.between(0.1, 0.4);
    const tall = unit * chance.between(0.16, 0.3);
    return [
      area(fir(chance, [x, y], tall), blend(mix(colour, palette.light, 0.4), colour)),
      detail(circle(x, y, tall * 0.05), colour),
    ];
  }).flat();
}
