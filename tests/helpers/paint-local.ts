import sharp from "sharp";
import { LOCAL_CANVAS } from "../../plugins/providers/local/models.js";
import { type LocalFile, runLocal } from "./run-local.js";

/** Paints one image for a prompt with local-canvas and returns the PNG. */
export async function paintLocal(
  prompt: string,
  params: Readonly<Record<string, unknown>> = {},
  options: { files?: Record<string, LocalFile>; jobId?: string } = {},
): Promise<Buffer> {
  const all = { kind: "image", prompt, aspectRatio: "1:1", numImages: 1, ...params };
  const [first] = await runLocal(LOCAL_CANVAS, all, options);
  return first.bytes;
}

/** Returns the share of pixels of which a channel differs by more than 8. Both are encoded pictures of one size. */
export async function shareOfDifferentPixels(first: Buffer, second: Buffer): Promise<number> {
  const [a, b] = await Promise.all([pixelsOf(first), pixelsOf(second)]);
  return shareOfDifferent(a, b);
}

/** Returns red, green and blue of each pixel. */
export const pixelsOf = (picture: Buffer): Promise<Buffer> => sharp(picture).removeAlpha().raw().toBuffer();

/** Returns the same share for pixels that are already decoded. */
export function shareOfDifferent(a: Buffer, b: Buffer): number {
  let different = 0;
  for (let at = 0; at < a.length; at += 3) {
    const red = Math.abs(a[at] - b[at]);
    const green = Math.abs(a[at + 1] - b[at + 1]);
    const blue = Math.abs(a[at + 2] - b[at + 2]);
    if (red > 8 || green > 8 || blue > 8) different += 1;
  }
  return different / (a.length / 3);
}
