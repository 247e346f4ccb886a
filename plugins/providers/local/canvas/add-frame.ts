import { css, mix } from "./colour.js";
import type { Palette } from "./palette.js";
import { type Raster, overlay } from "./style/raster.js";

/** A passe-partout around the picture, 5 % of the short side wide. */
export function addFrame(picture: Raster, palette: Palette): Promise<Raster> {
  const { width, height } = picture;
  const mat = Math.round(Math.min(width, height) * 0.05);
  const thin = Math.max(1, Math.round(mat / 12));
  const inner = `M${mat} ${mat}V${height - mat}H${width - mat}V${mat}Z`;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<path d="M0 0H${width}V${height}H0Z${inner}" fill="${css(mix(palette.light, [0.97, 0, 0.01], 0.4))}"/>` +
    `<path d="${inner}" fill="none" stroke="${css(palette.ink)}" stroke-opacity="0.55" stroke-width="${thin}"/></svg>`;
  return overlay(picture, svg);
}
