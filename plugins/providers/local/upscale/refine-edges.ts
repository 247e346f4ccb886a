import type { Pixels } from "./double-lanczos.js";

const PASSES = 3;
/** How far two brightnesses may differ and still be of one side of an edge, as a deviation, of 255. */
const LIKENESS = 20;
/** Source rows of a strip, and how many more are looked at around it: each pass reaches one further. */
const ROWS = 64;
const MARGIN = PASSES + 1;
/** Parts of the correction by distance: of the pixel itself, two beside it, and the one across. */
const NEAR = [9 / 16, 3 / 16, 3 / 16, 1 / 16] as const;

const ALIKE = Float32Array.from({ length: 256 }, (_, far) =>
  Math.exp(-(far * far) / (2 * LIKENESS * LIKENESS)),
);

/**
 * Sharpens a doubled picture by bilateral back-projection: where the doubled picture, halved again, differs from the source, the
 * difference is given back to it, to each pixel from those neighbours that lie on its own side of an edge. `doubled` is changed in
 * place; alpha stays.
 */
export function refineEdges(source: Pixels, doubled: Pixels): void {
  const original = Buffer.from(doubled.data);
  for (let top = 0; top < source.height; top += ROWS) {
    const bottom = Math.min(source.height, top + ROWS);
    const from = Math.max(0, top - MARGIN);
    const to = Math.min(source.height, bottom + MARGIN);
    const strip = refineStrip(source, original, from, to);
    const line = doubled.width * doubled.channels;
    strip.copy(doubled.data, 2 * top * line, 2 * (top - from) * line, 2 * (bottom - from) * line);
  }
}

function refineStrip(
  { data: source, width, channels }: Pixels,
  doubled: Buffer,
  from: number,
  to: number,
): Buffer {
  const height = to - from;
  const small = source.subarray(from * width * channels, to * width * channels);
  const large = Float32Array.from(doubled.subarray(4 * from * width * channels, 4 * to * width * channels));
  const places = placesOf(width, height);
  const parts = partsOf(small, large, places, channels);
  const missing = new Float32Array(width * height * channels);
  const line = 2 * width * channels;
  for (let pass = 0; pass < PASSES; pass += 1) {
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1)
        for (let channel = 0; channel < 3; channel += 1) {
          const here = (y * width + x) * channels + channel;
          const first = 2 * y * line + 2 * x * channels + channel;
          const second = first + line;
          const mean =
            (large[first] + large[first + channels] + large[second] + large[second + channels]) / 4;
          missing[here] = small[here] - mean;
        }
    for (let at = 0; at < places.length / 4; at += 1)
      for (let channel = 0; channel < 3; channel += 1) {
        let given = 0;
        for (let near = 0; near < 4; near += 1)
          given += parts[at * 4 + near] * missing[places[at * 4 + near] * channels + channel];
        large[at * channels + channel] += given;
      }
  }
  const bytes = Buffer.allocUnsafe(large.length);
  for (let at = 0; at < large.length; at += 1) bytes[at] = Math.min(255, Math.max(0, Math.round(large[at])));
  return bytes;
}

/** For each pixel of the doubled strip the four of the source around it, nearest first. */
function placesOf(width: number, height: number): Uint32Array {
  const places = new Uint32Array(width * height * 16);
  let at = 0;
  for (let y = 0; y < 2 * height; y += 1) {
    const row = y >> 1;
    const other = Math.min(height - 1, Math.max(0, row + (y % 2 === 0 ? -1 : 1)));
    for (let x = 0; x < 2 * width; x += 1) {
      const column = x >> 1;
      const beside = Math.min(width - 1, Math.max(0, column + (x % 2 === 0 ? -1 : 1)));
      places[at] = row * width + column;
      places[at + 1] = row * width + beside;
      places[at + 2] = other * width + column;
      places[at + 3] = other * width + beside;
      at += 4;
    }
  }
  return places;
}

/** How much each of the four gives: by its distance, and by how like its brightness is. */
function partsOf(small: Buffer, large: Float32Array, places: Uint32Array, channels: number): Float32Array {
  const parts = new Float32Array(places.length);
  for (let at = 0; at < places.length; at += 4) {
    const own = brightness(large, (at / 4) * channels);
    let sum = 0;
    for (let near = 0; near < 4; near += 1) {
      const far = Math.abs(own - brightness(small, places[at + near] * channels));
      const part = NEAR[near] * ALIKE[Math.min(255, Math.round(far))];
      parts[at + near] = part;
      sum += part;
    }
    // Like none of them: the nearest one decides.
    for (let near = 0; near < 4; near += 1)
      parts[at + near] = sum > 1e-6 ? parts[at + near] / sum : near === 0 ? 1 : 0;
  }
  return parts;
}

const brightness = (data: Buffer | Float32Array, at: number): number =>
  0.299 * data[at] + 0.587 * data[at + 1] + 0.114 * data[at + 2];
