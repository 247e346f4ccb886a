import sharp, { type Blend, type Sharp } from "sharp";
import type { Chance } from "../seed.js";

/** Uncompressed sRGB without alpha. */
export interface Raster {
  data: Buffer;
  width: number;
  height: number;
}

export const open = ({ data, width, height }: Raster): Sharp =>
  sharp(data, { raw: { width, height, channels: 3 } });

export async function toRaster(image: Sharp): Promise<Raster> {
  const { data, info } = await image
    .removeAlpha()
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

export const rasterize = (svg: string): Promise<Raster> =>
  toRaster(sharp(Buffer.from(svg), { unlimited: true }));

/** Lays an SVG over a picture. */
export const overlay = async (below: Raster, svg: string, blend: Blend = "over"): Promise<Raster> =>
  toRaster(open(below).composite([{ input: Buffer.from(svg), blend }]));

const TILE = 256;

/** Fine film grain: a tile of seeded noise around middle grey, so that it does not change the brightness. */
export async function addGrain(below: Raster, chance: Chance, strength: number): Promise<Raster> {
  const tile = Buffer.alloc(TILE * TILE * 3);
  for (let at = 0; at < tile.length; at += 3) {
    tile.fill(128 + (chance.next() + chance.next() - 1) * 127 * strength, at, at + 3);
  }
  const raw = { width: TILE, height: TILE, channels: 3 } as const;
  return toRaster(open(below).composite([{ input: tile, raw, tile: true, blend: "overlay" }]));
}

/** Large soft stains, as pigment or old paper has them. */
export async function addStains(
  below: Raster,
  chance: Chance,
  strength: number,
  cells = 14,
): Promise<Raster> {
  const small = Buffer.alloc(cells * cells * 3);
  for (let at = 0; at < small.length; at += 3) {
    small.fill(128 + (chance.next() - 0.5) * 255 * strength, at, at + 3);
  }
  const stains = await sharp(small, { raw: { width: cells, height: cells, channels: 3 } })
    .resize(below.width, below.height, { fit: "fill", kernel: "cubic" })
    .raw()
    .toBuffer();
  const raw = { width: below.width, height: below.height, channels: 3 } as const;
  return toRaster(open(below).composite([{ input: stains, raw, blend: "overlay" }]));
}

/** A small copy to take colours from. */
export const thumbnail = async (picture: Raster, longSide: number): Promise<Raster> =>
  toRaster(open(picture).resize(longSide, longSide, { fit: "inside" }));

/** The colour of a small copy at a place given in shares of width and height. */
export function colourAt(
  { data, width, height }: Raster,
  across: number,
  down: number,
): readonly [number, number, number] {
  const x = Math.min(width - 1, Math.max(0, Math.floor(across * width)));
  const y = Math.min(height - 1, Math.max(0, Math.floor(down * height)));
  const at = (y * width + x) * 3;
  return [data[at], data[at + 1], data[at + 2]];
}

/** How the brightness of a small copy changes at a place: across and down, over two pixels to either side. */
export function slopeAt(
  { data, width, height }: Raster,
  across: number,
  down: number,
): readonly [number, number] {
  const x = Math.min(width - 3, Math.max(2, Math.floor(across * width)));
  const y = Math.min(height - 3, Math.max(2, Math.floor(down * height)));
  const bright = (dx: number, dy: number): number => {
    const at = ((y + dy) * width + x + dx) * 3;
    return data[at] + data[at + 1] + data[at + 2];
  };
  return [bright(2, 0) - bright(-2, 0), bright(0, 2) - bright(0, -2)];
}

/** `#rrggbb` of a sample, each channel moved by the same step. */
export function shifted(sample: readonly [number, number, number], by: number): string {
  const [red, green, blue] = sample.map((part) => Math.min(255, Math.max(0, Math.round(part + by))));
  return `#${((1 << 24) | (red << 16) | (green << 8) | blue).toString(16).slice(1)}`;
}
