import sharp from "sharp";
import { open, rasterize, toRaster } from "./raster.js";
import type { Style } from "./style.js";
import { SvgPage, drawScene } from "./svg-page.js";

/** Squares along the long side; sides are multiples of 8, so that each is a whole number of pixels. */
const SQUARES = 128;
/** A power of two: libvips counts colours by bits. */
const COLOURS = 16;

/** Large square pixels in few colours. */
export const pixel: Style = async ({ scene, width, height }) => {
  const page = new SvgPage();
  drawScene(page, scene);
  const shrink = SQUARES / Math.max(width, height);
  // Drawn four times too large first: thin things survive the averaging.
  const fine = await rasterize(
    page.toString(scene, Math.round(width * shrink) * 4, Math.round(height * shrink) * 4),
  );
  const small = await open(fine)
    .resize(Math.round(width * shrink), Math.round(height * shrink), { fit: "fill", kernel: "cubic" })
    .modulate({ saturation: 1.18 })
    .png({ palette: true, colours: COLOURS, dither: 0.5 })
    .toBuffer();
  return toRaster(sharp(small).resize(width, height, { fit: "fill", kernel: "nearest" }));
};
