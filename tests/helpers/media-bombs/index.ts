import type { Bomb } from "./bomb.js";
import { pngBombs } from "./png-bombs.js";
import { rasterBombs } from "./raster-bombs.js";
import { streamBombs } from "./stream-bombs.js";
import { svgBombs } from "./svg-bombs.js";

export type { Bomb } from "./bomb.js";

/** Bombs and broken files of every format that is accepted, made here so that none of them lies in the repository. */
export const mediaBombs = async (): Promise<Bomb[]> => [
  ...pngBombs(),
  ...svgBombs(),
  ...(await rasterBombs()),
  ...streamBombs(),
];
