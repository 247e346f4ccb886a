import type { Point } from "../scene/path.js";
import { addGrain, colourAt, rasterize, thumbnail } from "./raster.js";
import type { Style } from "./style.js";
import { SvgPage, drawScene } from "./svg-page.js";

/** Columns of the net along the long side. */
const COLUMNS = 46;

/** A net of triangles, each in the colour of the picture below it. */
export const lowpoly: Style = async ({ scene, chance, width, height }) => {
  const base = new SvgPage();
  drawScene(base, scene);
  const size = 360 / Math.max(width, height);
  const small = await thumbnail(
    await rasterize(base.toString(scene, Math.round(width * size * 2), Math.round(height * size * 2))),
    360,
  );
  const step = 1000 / COLUMNS;
  const [columns, rows] = [Math.ceil(scene.width / step) + 1, Math.ceil(scene.height / step) + 1];
  const net: Point[] = [];
  for (let row = -1; row <= rows; row += 1) {
    for (let column = -1; column <= columns; column += 1) {
      const shift = row % 2 === 0 ? 0 : 0.5;
      net.push([
        (column + shift + chance.between(-0.28, 0.28)) * step,
        (row + chance.between(-0.28, 0.28)) * step,
      ]);
    }
  }
  const page = new SvgPage();
  const across = columns + 2;
  for (let row = 0; row <= rows; row += 1) {
    for (let column = 0; column < across - 1; column += 1) {
      const [a, b] = [net[row * across + column], net[row * across + column + 1]];
      const [c, d] = [net[(row + 1) * across + column], net[(row + 1) * across + column + 1]];
      const halves: readonly (readonly Point[])[] =
        row % 2 === 0
          ? [
              [a, b, d],
              [a, d, c],
            ]
          : [
              [a, b, c],
              [b, d, c],
            ];
      for (const points of halves)
        page.add(triangle(points, scene, (x, y) => colourAt(small, x, y), chance.between(-7, 7)));
    }
  }
  return addGrain(await rasterize(page.toString(scene, width, height)), chance.fork("grain"), 0.06);
};

/** Colour of the middle, a little lighter or darker; a thin stroke of the same colour closes the seams. */
function triangle(
  points: readonly Point[],
  { width, height }: { width: number; height: number },
  sample: (across: number, down: number) => readonly [number, number, number],
  shine: number,
): string {
  const x = points.reduce((sum, [px]) => sum + px, 0) / 3;
  const y = points.reduce((sum, [, py]) => sum + py, 0) / 3;
  const colour = sample(x / width, y / height)
    .map((part) =>
      Math.min(255, Math.max(0, Math.round(part + shine)))
        .toString(16)
        .padStart(2, "0"),
    )
    .join("");
  const path = points.map(([px, py]) => `${px.toFixed(1)} ${py.toFixed(1)}`).join("L");
  return `<path d="M${path}Z" fill="#${colour}" stroke="#${colour}" stroke-width="0.8"/>`;
}
