import type { StorageObject } from "../../entities/storage-object.js";
import { loopTurns } from "../../runtime/process/loop-turns.js";

/** What a list tells of an object. */
export type ListedObject = Omit<StorageObject, "publishedAt" | "measuredAt">;

export const LISTED =
  "o.id, o.ownerId, o.filename, o.contentType, o.sizeBytes, o.origin, o.state, o.thumb, o.width, o.height, o.durationMs, o.createdAt";

/** Objects that are presented before the event loop may have a turn. */
const SLICE = 50;

/** A database server may send numbers as text. */
export const listedOf = <T extends ListedObject>(row: T): T => ({
  ...row,
  sizeBytes: Number(row.sizeBytes),
  durationMs: row.durationMs === null ? null : Number(row.durationMs),
  createdAt: Number(row.createdAt),
});

/** Presents each object, and gives the event loop turns meanwhile, since there may be any number of objects. */
export async function presentEach<T, R>(all: readonly T[], present: (each: T) => Promise<R>): Promise<R[]> {
  const made: R[] = [];
  for (let at = 0; at < all.length; at += SLICE) {
    made.push(...(await Promise.all(all.slice(at, at + SLICE).map(present))));
    await loopTurns.pause();
  }
  return made;
}
