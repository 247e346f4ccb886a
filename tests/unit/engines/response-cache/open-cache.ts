import {
  type CacheReader,
  type Coder,
  makeBody,
  partsOf,
  ResponseCache,
} from "../../../../engines/response-cache/index.js";

/** Coder that compresses nothing. */
const CODER: Coder = { compress: async () => null, take: () => true };

/** Opens a cache that compresses with `coder`, by default nothing. */
export const openCache = (responses: number, joined: number, coder = CODER): ResponseCache<string[]> =>
  new ResponseCache<string[]>({ responses, joined, encoded: joined }, coder);

/** Makes a reader at a revision. `stillHolds` says whether it accepts bodies that were cached before. */
export const readerAt = (revision: number, stillHolds = true): CacheReader<string[]> => ({
  revision,
  accepts: () => true,
  stillHolds: async () => stillHolds,
  noted: () => ({ dependencies: ["a document"], bytes: 200 }),
});

export const bodyOf = (text: string) => makeBody(partsOf(text), { tags: [], wideTags: [], window: null });
