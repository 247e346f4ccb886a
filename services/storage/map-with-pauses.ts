import { loopTurns } from "../../runtime/process/loop-turns.js";

/** Entries that are made before the event loop may have a turn. */
const SLICE = 50;

/** Makes something of each entry, and gives the event loop turns meanwhile, since there may be any number of them. */
export async function mapWithPauses<T, R>(all: readonly T[], make: (each: T) => Promise<R>): Promise<R[]> {
  const made: R[] = [];
  for (let at = 0; at < all.length; at += SLICE) {
    made.push(...(await Promise.all(all.slice(at, at + SLICE).map(make))));
    await loopTurns.pause();
  }
  return made;
}
