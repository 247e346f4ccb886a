/** 8192 x 8192: a quarter of a gigabyte while it is worked on. */
export const MAX_OUTPUT_PIXELS = 2 ** 26;
/** No side of any of our output formats may be longer. */
export const MAX_SIDE = 16_383;

/** Of a video, before it is doubled: 1920 x 1088, upright or lying. */
export const MAX_FILM_PIXELS = 2_100_000;
export const MAX_FILM_RATE = 60;
export const MAX_FILM_SECONDS = 60;
/** Before it is sharpened: 4 million, which become 16. */
export const MAX_SHARP_PIXELS = 2 ** 22;

export interface UpscaleOrder {
  folder: string;
  /** A clean picture. */
  source: string;
  /** What it came as. */
  format: string;
  /** Whether edges are refined after the doubling. */
  isSharp: boolean;
}
