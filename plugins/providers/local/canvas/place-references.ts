import sharp from "sharp";
import { type Colour, css, mix } from "./colour.js";
import type { Palette } from "./palette.js";
import { type Region, referenceRegion } from "./reference-region.js";
import { type Raster, open, overlay, toRaster } from "./style/raster.js";
import type { StyleName } from "./words.js";

interface Manner {
  palette: Palette;
  style: StyleName;
}

/** How much of its own colour a reference keeps in each style; the brightness always stays. */
const SATURATION: Readonly<Record<StyleName, number>> = {
  poster: 0.95,
  watercolour: 0.9,
  painting: 1,
  papercut: 0.9,
  lowpoly: 1,
  comic: 1.15,
  ink: 0.3,
  blueprint: 0.08,
  pixel: 1.05,
  glow: 1.1,
};

/**
 * Hangs the references as framed panels in their regions (`referenceRegion`), cropped in
 * the middle to the panel, with a breath of the palette over them.
 */
export async function placeReferences(
  below: Raster,
  references: readonly Buffer[],
  manner: Manner,
): Promise<Raster> {
  const regions = references.map((_, index) =>
    referenceRegion(below.width, below.height, references.length, index),
  );
  const wall = await overlay(below, frames(below, regions, manner));
  const panels = await Promise.all(
    references.map(async (reference, index) => ({
      input: await panel(reference, regions[index], manner),
      left: regions[index].left,
      top: regions[index].top,
    })),
  );
  return toRaster(open(wall).composite(panels));
}

async function panel(
  reference: Buffer,
  { width, height }: Region,
  { palette, style }: Manner,
): Promise<Buffer> {
  const picture = await sharp(reference)
    .resize(width, height, { fit: "cover", position: "centre" })
    .flatten({ background: css(palette.light) })
    .toColourspace("srgb")
    .modulate({ saturation: SATURATION[style] })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const [top, low] = [mix(palette.skyTop, palette.accent, 0.25), palette.skyLow].map((colour: Colour) =>
    css(colour),
  );
  const breath =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<defs><linearGradient id="b" x2="1" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${low}"/></linearGradient></defs>` +
    `<rect width="${width}" height="${height}" fill="url(#b)" opacity="${style === "blueprint" ? 0.32 : 0.14}"/></svg>`;
  return sharp(picture)
    .composite([{ input: Buffer.from(breath) }])
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** Shadow, mat and a thin edge around each region; the panel covers the middle. */
function frames({ width, height }: Raster, regions: readonly Region[], { palette }: Manner): string {
  const mat = Math.max(4, Math.round(Math.min(width, height) * 0.008));
  const box = (
    { left, top, width: w, height: h }: Region,
    grow: number,
    shift: number,
    fill: string,
  ): string =>
    `<rect x="${left - grow + shift * 0.4}" y="${top - grow + shift}" width="${w + 2 * grow}" height="${h + 2 * grow}" ${fill}/>`;
  const body = regions.map(
    (region) =>
      [3, 2, 1]
        .map((step) => box(region, mat + step, step * mat * 0.5, `fill="#000" opacity="0.14"`))
        .join("") +
      box(region, mat, 0, `fill="${css(mix(palette.light, [0.98, 0, 0], 0.3))}"`) +
      box(region, 1, 0, `fill="${css(palette.ink)}"`),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body.join("")}</svg>`;
}
