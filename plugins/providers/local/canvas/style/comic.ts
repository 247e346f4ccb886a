import { css, mix, saturate } from "../colour.js";
import { circle } from "../scene/path.js";
import type { Shape } from "../scene/shape.js";
import { type Raster, addGrain, colourAt, overlay, rasterize, thumbnail } from "./raster.js";
import type { Sheet, Style } from "./style.js";
import { SvgPage, drawScene, flat, plainShape } from "./svg-page.js";

/** Thick outlines, strong flat colours, and dots that grow where it is dark. */
export const comic: Style = async (sheet) => {
  const { scene, palette, chance, width, height } = sheet;
  const page = new SvgPage();
  drawScene(page, scene, (page, shape, { scale }) => outlined(page, shape, scale, css(palette.ink)));
  const picture = await rasterize(page.toString(scene, width, height));
  const dots = dotScreen(sheet, await thumbnail(picture, 200));
  return addGrain(await overlay(picture, dots, "multiply"), chance, 0.08);
};

function outlined(page: SvgPage, shape: Shape, scale: number, ink: string): string {
  if (shape.kind === "light" || shape.kind === "line") return plainShape(page, shape);
  const fill = css(saturate(mix(flat(shape.paint), [0.98, 0, 0.01], 0.1), 1.22));
  const outline =
    shape.kind === "area"
      ? ` stroke="${ink}" stroke-width="${(3 / scale).toFixed(2)}" stroke-linejoin="round"`
      : "";
  return `<path d="${shape.path}" fill="${fill}"${outline} opacity="${shape.alpha.toFixed(2)}"/>`;
}

/** A turned grid of dots whose size follows the darkness below. */
function dotScreen({ scene, palette, chance, width, height }: Sheet, small: Raster): string {
  const page = new SvgPage();
  const gap = chance.fork("screen").between(8.5, 11);
  const [cos, sin] = [Math.cos(0.26), Math.sin(0.26)];
  const reach = Math.hypot(scene.width, scene.height) / 2;
  let dots = "";
  for (let u = -reach; u < reach; u += gap) {
    for (let v = -reach; v < reach; v += gap) {
      const x = scene.width / 2 + u * cos - v * sin;
      const y = scene.height / 2 + u * sin + v * cos;
      if (x < -gap || y < -gap || x > scene.width + gap || y > scene.height + gap) continue;
      const [red, green, blue] = colourAt(small, x / scene.width, y / scene.height);
      const darkness = 1 - (red * 0.3 + green * 0.59 + blue * 0.11) / 255;
      if (darkness > 0.24) dots += circle(x, y, gap * 0.52 * Math.sqrt((darkness - 0.2) * 0.85));
    }
  }
  page.add(`<path d="${dots}" fill="${css(mix(palette.near, palette.ink, 0.3))}" opacity="0.42"/>`);
  return page.toString(scene, width, height);
}
