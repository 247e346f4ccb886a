import type { Chance } from "../seed.js";
import type { Point } from "./path.js";

export interface TerrainWish {
  width: number;
  /** Height in the middle of the swing. */
  y: number;
  /** Half the largest swing. */
  swing: number;
}

/** A rugged ridge by midpoint displacement, left to right, a little wider than the picture. */
export function ridge(chance: Chance, { width, y, swing }: TerrainWish, rounds = 6): Point[] {
  let heights = [chance.between(-swing, swing), chance.between(-swing, swing), chance.between(-swing, swing)];
  let reach = swing;
  for (let round = 0; round < rounds; round += 1) {
    const finer = [heights[0]];
    for (let i = 1; i < heights.length; i += 1) {
      finer.push((heights[i - 1] + heights[i]) / 2 + chance.between(-reach, reach) * 0.5, heights[i]);
    }
    heights = finer;
    reach *= 0.52;
  }
  return spread(heights, width, y);
}

/** Soft hills: a sum of three waves. */
export function rolling(chance: Chance, { width, y, swing }: TerrainWish, count = 14): Point[] {
  const waves = [1, 2.3, 4.1].map((pace, i) => ({
    pace: pace * chance.between(0.7, 1.3),
    shift: chance.between(0, Math.PI * 2),
    reach: swing / (i + 1.2),
  }));
  const heights: number[] = [];
  for (let i = 0; i <= count; i += 1) {
    const place = (i / count) * Math.PI * 2;
    heights.push(
      waves.reduce((sum, { pace, shift, reach }) => sum + Math.sin(place * pace + shift) * reach, 0),
    );
  }
  return spread(heights, width, y);
}

function spread(heights: readonly number[], width: number, y: number): Point[] {
  const margin = width * 0.04;
  return heights.map((height, i) => [
    -margin + ((width + 2 * margin) * i) / (heights.length - 1),
    y + height,
  ]);
}

/** The height of a row of points at some x, straight between neighbours. */
export function heightAt(points: readonly Point[], x: number): number {
  const next = points.findIndex(([px]) => px >= x);
  if (next <= 0) return points[next === 0 ? 0 : points.length - 1][1];
  const [from, to] = [points[next - 1], points[next]];
  return from[1] + ((to[1] - from[1]) * (x - from[0])) / (to[0] - from[0]);
}
