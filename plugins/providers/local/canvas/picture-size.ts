/** Long side of each resolution in pixels. */
const LONG_SIDES: Readonly<Record<string, number>> = { "1K": 1024, "2K": 2048 };

/** Pixels of a ratio like `16:9` (checked by the catalog before): multiples of 8, the long side by resolution. */
export function pictureSize(aspectRatio: string, resolution = "1K"): { width: number; height: number } {
  const [across, down] = aspectRatio.split(":").map(Number);
  const long = LONG_SIDES[resolution];
  const short = Math.round((long * Math.min(across, down)) / Math.max(across, down) / 8) * 8;
  return across >= down ? { width: long, height: short } : { width: short, height: long };
}
