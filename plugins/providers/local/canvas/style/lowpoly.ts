import type { Point } from "../scene/path.js";
import type { Scene } from "../scene/shape.js";
import type { Chance } from "../seed.js";
import { type Raster, addGrain, colourAt, rasterize, shifted, slopeAt, thumbnail } from "./raster.js";
import type { Style } from "./style.js";
import { SvgPage, drawScene } from "./svg-page.js";

/** Columns of the net along the long side. */
const COLUMNS = 52;
/** Long side of the copy that colours are taken from. */
const SAMPLES = 400;
/** Places that a knot may choose from. */
const TRIES = 7;

/** A net of triangles, each in the colour of the picture below it; its knots sit on edges where there are any. */
export const lowpoly: Style = async ({ scene, chance, width, height }) => {
  const base = new SvgPage();
  drawScene(base, scene);
  const size = (SAMPLES * 2) / Math.max(width, height);
  const picture = await rasterize(base.toString(scene, Math.round(width * size), Math.round(height * size)));
  const small = await thumbnail(picture, SAMPLES);
  const page = new SvgPage();
  for (const points of triangles(scene, small, chance)) {
    page.add(facet(points, scene, small, chance.between(-6, 6)));
  }
  return addGrain(await rasterize(page.toString(scene, width, height)), chance.fork("grain"), 0.06);
};

function triangles(scene: Scene, small: Raster, chance: Chance): (readonly Point[])[] {
  const step = 1000 / COLUMNS;
  const [columns, rows] = [Math.ceil(scene.width / step) + 1, Math.ceil(scene.height / step) + 1];
  const knot = (column: number, row: number): Point => {
    const middle: Point = [(column + (row % 2 === 0 ? 0 : 0.5)) * step, row * step];
    return settle(middle, step, scene, { small, chance });
  };
  const net: Point[][] = [];
  for (let row = -1; row <= rows; row += 1) {
    net.push(Array.from({ length: columns + 2 }, (_, column) => knot(column - 1, row)));
  }
  return net.slice(1).flatMap((lower, at) => {
    const upper = net[at];
    return upper.slice(1).flatMap((b, column): Point[][] => {
      const [a, c, d] = [upper[column], lower[column], lower[column + 1]];
      // Rows are shifted by half a step in turn, and so is the diagonal.
      return at % 2 === 0
        ? [
            [a, b, d],
            [a, d, c],
          ]
        : [
            [a, b, c],
            [b, d, c],
          ];
    });
  });
}

/** The one of some places around the middle where the picture changes most. */
function settle(
  [x, y]: Point,
  step: number,
  { width, height }: Scene,
  { small, chance }: { small: Raster; chance: Chance },
): Point {
  let best: Point = [x, y];
  let steepest = -1;
  for (let i = 0; i < TRIES; i += 1) {
    const place: Point = [x + chance.between(-0.4, 0.4) * step, y + chance.between(-0.4, 0.4) * step];
    const [across, down] = slopeAt(small, place[0] / width, place[1] / height);
    const steep = Math.abs(across) + Math.abs(down);
    if (steep > steepest) [best, steepest] = [place, steep];
  }
  return best;
}

/** Colour of the middle, a little lighter or darker; a thin stroke of the same colour closes the seams. */
function facet(points: readonly Point[], { width, height }: Scene, small: Raster, shine: number): string {
  const x = points.reduce((sum, [px]) => sum + px, 0) / 3;
  const y = points.reduce((sum, [, py]) => sum + py, 0) / 3;
  const colour = shifted(colourAt(small, x / width, y / height), shine);
  const path = points.map(([px, py]) => `${px.toFixed(1)} ${py.toFixed(1)}`).join("L");
  return `<path d="M${path}Z" fill="${colour}" stroke="${colour}" stroke-width="0.8"/>`;
}
