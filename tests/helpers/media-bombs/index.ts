import type { Bomb } from "./bomb.js";
import { pngBombs } from "./png-bombs.js";
import { rasterBombs } from "./raster-bombs.js";
import { streamBombs } from "./stream-bombs.js";
import { svgBombs } from "./svg-bombs.js";

export type { Bomb } from "./bomb.js";

/** Makes bombs and broken files of every accepted format, so that none of them lies in the repository. */
export const mediaBombs = async (): Promise<Bomb[]> => [
  ...pngBombs(),
  ...svgBombs(),
  ...(await rasterBombs()),
  ...streamBombs(),
];

/** Names of bombs that end a decoder by its limit of time, in thumbnails and in jobs. */
const AT_LIMITS = ["svg of masks in masks", "svg of a line in a million dashes"];

/**
 * Returns the bombs of a run of the rings: of each format every third one, and all that meet a limit of time. `npm run test:long`
 * uses all.
 */
export function bombsOfRings(bombs: readonly Bomb[]): Bomb[] {
  const ofFormat = [...Map.groupBy(bombs, ({ contentType }) => contentType).values()];
  return ofFormat.flatMap((own) =>
    own.filter((_, at) => own.length < 3 || at % 3 === 1 || AT_LIMITS.includes(own[at]?.name ?? "")),
  );
}
