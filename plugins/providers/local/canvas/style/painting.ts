import type { Chance } from "../seed.js";
import type { Scene } from "../scene/shape.js";
import {
  type Raster,
  addGrain,
  addStains,
  colourAt,
  open,
  overlay,
  rasterize,
  thumbnail,
  toRaster,
} from "./raster.js";
import type { Style } from "./style.js";
import { SvgPage, drawScene } from "./svg-page.js";

/** Visible brush strokes along the shapes: broad ones first, then fine ones. */
export const painting: Style = async ({ scene, chance, width, height }) => {
  const page = new SvgPage();
  drawScene(page, scene);
  const sharpOne = await rasterize(page.toString(scene, width, height));
  const small = await thumbnail(sharpOne, 320);
  const soft = await toRaster(open(sharpOne).blur(Math.max(width, height) * 0.004));
  const strokes = new SvgPage();
  brush(strokes, scene, small, chance.fork("broad"), { gap: 23, width: 15, reach: 44, alpha: 0.72 });
  brush(strokes, scene, small, chance.fork("fine"), { gap: 12.5, width: 6.4, reach: 20, alpha: 0.9 });
  const painted = await overlay(soft, strokes.toString(scene, width, height));
  const relief = await toRaster(open(painted).sharpen({ sigma: 1.6, m1: 0.8, m2: 1.5 }));
  return addGrain(await addStains(relief, chance.fork("canvas"), 0.14, 40), chance, 0.1);
};

interface Brush {
  /** Distance between strokes, their width and their length, in scene units. */
  gap: number;
  width: number;
  reach: number;
  alpha: number;
}

function brush(
  page: SvgPage,
  scene: Scene,
  small: Raster,
  chance: Chance,
  { gap, width, reach, alpha }: Brush,
): void {
  const [phase, pace] = [chance.between(0, 6), chance.between(0.004, 0.008)];
  page.add(`<g fill="none" stroke-width="${width}" stroke-linecap="round" opacity="${alpha}">`);
  for (let y = 0; y < scene.height + gap; y += gap) {
    for (let x = 0; x < scene.width + gap; x += gap) {
      const [px, py] = [x + chance.between(-0.7, 0.7) * gap, y + chance.between(-0.7, 0.7) * gap];
      const [across, down] = [px / scene.width, py / scene.height];
      const angle =
        direction(small, across, down) ?? Math.sin(px * pace + phase) * 0.7 + Math.cos(py * pace * 1.4) * 0.5;
      const half = (reach / 2) * chance.between(0.6, 1.1);
      const [dx, dy] = [Math.cos(angle) * half, Math.sin(angle) * half];
      const bend = chance.between(-0.25, 0.25);
      const shift = chance.between(-9, 9);
      const colour = colourAt(small, across, down)
        .map((part) =>
          Math.min(255, Math.max(0, Math.round(part + shift + chance.between(-5, 5))))
            .toString(16)
            .padStart(2, "0"),
        )
        .join("");
      page.add(
        `<path d="M${(px - dx).toFixed(1)} ${(py - dy).toFixed(1)}q${(dx - dy * bend).toFixed(1)} ${(dy + dx * bend).toFixed(1)} ${(dx * 2).toFixed(1)} ${(dy * 2).toFixed(1)}" stroke="#${colour}"/>`,
      );
    }
  }
  page.add("</g>");
}

/** Along an edge where there is one; null on an even surface. */
function direction(small: Raster, across: number, down: number): number | null {
  const bright = (dx: number, dy: number): number => {
    const [red, green, blue] = colourAt(small, across + dx / small.width, down + dy / small.height);
    return red + green + blue;
  };
  const [gx, gy] = [bright(2, 0) - bright(-2, 0), bright(0, 2) - bright(0, -2)];
  return Math.abs(gx) + Math.abs(gy) < 45 ? null : Math.atan2(gy, gx) + Math.PI / 2;
}
