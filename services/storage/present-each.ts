import { loopTurns } from "../../runtime/process/loop-turns.js";

/** Objects that are presented before the event loop may have a turn. */
const SLICE = 50;

/** Presents each object, and gives the event loop turns meanwhile, since there may be any number of objects. */
export async function presentEach<T, R>(all: readonly T[], present: (each: T) => Promise<R>): Promise<R[]> {
  const made: R[] = [];
  for (let at = 0; at < all.length; at += SLICE) {
    made.push(...(await Promise.all(all.slice(at, at + SLICE).map(present))));
    await loopTurns.pause();
  }
  return made;
}
