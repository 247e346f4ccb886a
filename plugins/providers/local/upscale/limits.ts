/** 8192 x 8192: a quarter of a gigabyte while it is worked on. */
export const MAX_OUTPUT_PIXELS = 2 ** 26;
/** No side of any of our output formats may be longer. */
export const MAX_SIDE = 16_383;

export interface UpscaleOrder {
  folder: string;
  /** A clean picture. */
  source: string;
  /** What it came as. */
  format: string;
}
