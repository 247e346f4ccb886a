import { Draw } from "../content/articles.js";

/** Draws numbers from 0 to below `values`, the n-th as often as 1/n, as readers of a site ask. */
export function zipf(values: number, draws: number): number[] {
  const sums: number[] = [];
  for (let at = 0; at < values; at++) sums.push((sums.at(-1) ?? 0) + 1 / (at + 1));
  const whole = sums.at(-1) ?? 0;
  const draw = new Draw(7);
  return Array.from({ length: draws }, () => {
    const place = (draw.below(2 ** 31) / 2 ** 31) * whole;
    return sums.findIndex((sum) => place < sum);
  });
}
