import type { Raster } from "../canvas/style/raster.js";
import type { View } from "./camera.js";

/** Weights are of 256: whole numbers give the same picture on every machine. */
const ONE = 256;

/** Fills `into` with what a view shows of a picture, between pixels by their distance. */
export function sample(picture: Raster, view: View, into: Buffer, width: number, height: number): void {
  const across = taps(picture.width, view.extent, view.x, width);
  const down = taps(picture.height, view.extent, view.y, height);
  const { data } = picture;
  const line = picture.width * 3;
  let at = 0;
  for (let y = 0; y < height; y += 1) {
    const top = down.first[y] * line;
    const bottom = down.second[y] * line;
    const below = down.weight[y];
    const above = ONE - below;
    for (let x = 0; x < width; x += 1) {
      const left = across.first[x] * 3;
      const right = across.second[x] * 3;
      const after = across.weight[x];
      const before = ONE - after;
      for (let channel = 0; channel < 3; channel += 1) {
        const upper = data[top + left + channel] * before + data[top + right + channel] * after;
        const lower = data[bottom + left + channel] * before + data[bottom + right + channel] * after;
        into[at] = (upper * above + lower * below + 32_768) >> 16;
        at += 1;
      }
    }
  }
}

interface Taps {
  first: Uint16Array;
  second: Uint16Array;
  weight: Uint16Array;
}

/** For each pixel of a side the two of the picture that it lies between. */
function taps(source: number, extent: number, middle: number, wanted: number): Taps {
  const [first, second, weight] = [0, 1, 2].map(() => new Uint16Array(wanted));
  const step = (source * extent) / wanted;
  const start = source * (middle - extent / 2);
  for (let at = 0; at < wanted; at += 1) {
    const place = Math.min(source - 1, Math.max(0, start + (at + 0.5) * step - 0.5));
    const whole = Math.floor(place);
    first[at] = whole;
    second[at] = Math.min(source - 1, whole + 1);
    weight[at] = Math.round((place - whole) * ONE);
  }
  return { first, second, weight };
}

/** Lays a second picture over the first one, by so much of 256. */
export function blend(below: Buffer, above: Buffer, part: number): void {
  const rest = ONE - part;
  for (let at = 0; at < below.length; at += 1) below[at] = (below[at] * rest + above[at] * part + 128) >> 8;
}
