import { setImmediate as nextTurn } from "node:timers/promises";
import type { Scene } from "../scene/shape.js";
import type { Chance } from "../seed.js";
import {
  type Raster,
  addGrain,
  addStains,
  colourAt,
  open,
  overlay,
  rasterize,
  shifted,
  slopeAt,
  thumbnail,
  toRaster,
} from "./raster.js";
import type { Style } from "./style.js";
import { SvgPage, drawScene } from "./svg-page.js";

interface Brush {
  /** Distance between strokes, their width and their length, in scene units. */
  gap: number;
  width: number;
  reach: number;
  alpha: number;
  /** Paints only where the picture changes more than this. */
  edge: number;
}

const BRUSHES: readonly Brush[] = [
  { gap: 23, width: 15, reach: 44, alpha: 0.72, edge: 0 },
  { gap: 13, width: 6.6, reach: 21, alpha: 0.88, edge: 0 },
  { gap: 6.5, width: 2.9, reach: 9, alpha: 0.95, edge: 110 },
];

/** Visible brush strokes along the shapes: broad ones first, then fine ones, the finest only at edges. */
export const painting: Style = async ({ scene, chance, width, height }) => {
  const page = new SvgPage();
  drawScene(page, scene);
  const drawing = await rasterize(page.toString(scene, width, height));
  const small = await thumbnail(drawing, 400);
  const soft = await toRaster(open(drawing).blur(Math.max(width, height) * 0.004));
  const strokes = new SvgPage();
  for (const brush of BRUSHES) {
    paint(strokes, scene, small, { brush, chance: chance.fork(`brush${brush.gap}`) });
    // Thousands of strokes: other work gets its turn in between.
    await nextTurn();
  }
  const painted = await overlay(soft, strokes.toString(scene, width, height));
  const relief = await toRaster(open(painted).sharpen({ sigma: 1.6, m1: 0.8, m2: 1.5 }));
  return addGrain(await addStains(relief, chance.fork("canvas"), 0.14, 40), chance, 0.1);
};

function paint(
  page: SvgPage,
  scene: Scene,
  small: Raster,
  { brush, chance }: { brush: Brush; chance: Chance },
): void {
  const { gap, width, reach, alpha, edge } = brush;
  const [phase, pace] = [chance.between(0, 6), chance.between(0.004, 0.008)];
  page.add(`<g fill="none" stroke-width="${width}" stroke-linecap="round" opacity="${alpha}">`);
  for (let y = 0; y < scene.height + gap; y += gap) {
    for (let x = 0; x < scene.width + gap; x += gap) {
      const [px, py] = [x + chance.between(-0.7, 0.7) * gap, y + chance.between(-0.7, 0.7) * gap];
      const [gx, gy] = slopeAt(small, px / scene.width, py / scene.height);
      const steep = Math.abs(gx) + Math.abs(gy);
      if (steep < edge) continue;
      // Along an edge where there is one, else with the wind.
      const wind = Math.sin(px * pace + phase) * 0.7 + Math.cos(py * pace * 1.4) * 0.5;
      const angle = steep < 45 ? wind : Math.atan2(gy, gx) + Math.PI / 2;
      const half = (reach / 2) * chance.between(0.6, 1.1);
      const [dx, dy] = [Math.cos(angle) * half, Math.sin(angle) * half];
      const bend = chance.between(-0.25, 0.25);
      const colour = shifted(colourAt(small, px / scene.width, py / scene.height), chance.between(-11, 11));
      page.add(
        `<path d="M${(px - dx).toFixed(1)} ${(py - dy).toFixed(1)}q${(dx - dy * bend).toFixed(1)} ${(dy + dx * bend).toFixed(1)} ${(dx * 2).toFixed(1)} ${(dy * 2).toFixed(1)}" stroke="${colour}"/>`,
      );
    }
  }
  page.add("</g>");
}
