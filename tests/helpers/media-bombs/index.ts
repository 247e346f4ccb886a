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

/** Bomb with the models that get it, beside the thumbnail that each upload has. */
export interface Drop {
  bomb: Bomb;
  models: readonly string[];
}

const IMAGE_MODELS = ["local-upscale", "local-canvas"];
const isImage = ({ contentType }: Bomb): boolean => contentType.startsWith("image/");
const ofFormats = (bombs: readonly Bomb[]): Bomb[][] => [
  ...Map.groupBy(bombs, ({ contentType }) => contentType).values(),
];

/** Name of the bomb of the rings that ends a decoder by its limit of time, in its thumbnail and in its job. */
const AT_LIMITS = "svg of masks in masks";
/** Bombs that take a decoder seconds, as the one at the limits does. */
const SLOW = [
  "png of 10,000 x 10,000 with alpha, 400 MB of pixels",
  "png of 12,000 x 9,000 in sixteen bits, 860 MB of pixels",
  "svg that uses itself ten to the tenth times",
  "svg of patterns in patterns",
  "svg of a line in a million dashes",
];

/**
 * Returns the bombs of a run of the rings: of each format two of three, and one that meets the limits of time, but no other one that takes
 * seconds. The first two of each format of pictures also go to a model each: a job that draws from a harmless picture takes longer than
 * the refusals of twenty others. A whole or a long run drops all, each picture with a job.
 */
export function dropsOfRings(bombs: readonly Bomb[]): Drop[] {
  return ofFormats(bombs).flatMap((own) =>
    own
      .filter(({ name }, at) => name === AT_LIMITS || (at % 3 !== 2 && !SLOW.includes(name)))
      .map((bomb, at) => {
        const models = bomb.name === AT_LIMITS ? IMAGE_MODELS.slice(0, 1) : IMAGE_MODELS.slice(at, at + 1);
        return { bomb, models: isImage(bomb) ? models : [] };
      }),
  );
}

/** Returns all bombs, each picture with one of the models in turn. */
export const allDrops = (bombs: readonly Bomb[]): Drop[] =>
  ofFormats(bombs).flatMap((own) =>
    own.map((bomb, at) => ({ bomb, models: isImage(bomb) ? IMAGE_MODELS.slice(at % 2, (at % 2) + 1) : [] })),
  );
