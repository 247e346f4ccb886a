import { ProviderError } from "../../kit/provider-error.js";
import type { Size } from "../../kit/media/read-mp4-size.js";

/** Long side, in pixels, where the model has no resolutions. */
const DEFAULT_LONG_SIDE = 256;

/**
 * Pixels of an aspect ratio `W:H` at a resolution: `720p` fixes the short side, `2K` the long one (2 x 1024).
 * `even` rounds both sides to even numbers, which video needs.
 */
export function pictureSize(ratio: string, resolution: string | undefined, even: boolean): Size {
  const [across = 0, down = 0] = ratio.split(":").map(Number);
  if (!(across > 0 && down > 0)) {
    throw new ProviderError("invalid_params", `aspectRatio must be two numbers like 16:9, not ${ratio}`);
  }
  const scale = sideLength(resolution, Math.max(across, down), Math.min(across, down));
  const round = (side: number) =>
    even ? 2 * Math.max(1, Math.round(side / 2)) : Math.max(1, Math.round(side));
  return { width: round(across * scale), height: round(down * scale) };
}

/** Pixels for each unit of the ratio. */
function sideLength(resolution: string | undefined, long: number, short: number): number {
  const lines = /^(\d+)p$/.exec(resolution ?? "")?.[1];
  if (lines !== undefined) return Number(lines) / short;
  const thousands = /^(\d+)K$/.exec(resolution ?? "")?.[1];
  return (thousands === undefined ? DEFAULT_LONG_SIDE : Number(thousands) * 1024) / long;
}
