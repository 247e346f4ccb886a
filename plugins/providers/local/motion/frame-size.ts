export interface Size {
  width: number;
  height: number;
}

/** Pixels of a film of a ratio like `16:9`: the short side is the number of the resolution, both sides are even. */
export function frameSize(aspectRatio: string, resolution: string): Size {
  const [across, down] = aspectRatio.split(":").map(Number);
  const short = Number.parseInt(resolution, 10);
  const long = Math.round((short * Math.max(across, down)) / Math.min(across, down) / 2) * 2;
  return across >= down ? { width: long, height: short } : { width: short, height: long };
}
