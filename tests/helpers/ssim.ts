/** Constants of the usual SSIM for 8-bit values. */
const C1 = (0.01 * 255) ** 2;
const C2 = (0.03 * 255) ** 2;
const WINDOW = 8;

export interface Gray {
  /** Bytes of the pixels, one a pixel, row by row. */
  data: Uint8Array;
  width: number;
  height: number;
}

/**
 * Returns the structural similarity of two grey pictures of one size: the mean over whole 8 x 8 windows, 1 when they are equal.
 */
export function ssim(first: Gray, second: Gray): number {
  let sum = 0;
  let windows = 0;
  for (let top = 0; top + WINDOW <= first.height; top += WINDOW) {
    for (let left = 0; left + WINDOW <= first.width; left += WINDOW) {
      sum += windowSsim(first, second, left, top);
      windows += 1;
    }
  }
  return sum / windows;
}

function windowSsim(first: Gray, second: Gray, left: number, top: number): number {
  const n = WINDOW * WINDOW;
  let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0];
  for (let y = top; y < top + WINDOW; y += 1) {
    for (let x = left; x < left + WINDOW; x += 1) {
      const p = first.data[y * first.width + x];
      const q = second.data[y * second.width + x];
      a += p;
      b += q;
      aa += p * p;
      bb += q * q;
      ab += p * q;
    }
  }
  const [meanA, meanB] = [a / n, b / n];
  const [varA, varB, both] = [aa / n - meanA ** 2, bb / n - meanB ** 2, ab / n - meanA * meanB];
  return ((2 * meanA * meanB + C1) * (2 * both + C2)) / ((meanA ** 2 + meanB ** 2 + C1) * (varA + varB + C2));
}
