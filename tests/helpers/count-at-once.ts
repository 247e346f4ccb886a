import { setImmediate as nextTurn } from "node:timers/promises";
import type { Reader } from "../../runtime/database/transaction.js";

/**
 * Wraps a reader whose given method is watched: `most` tells how many of its calls that `isWatched` picks ran at once. Each of
 * them takes some turns of the event loop, so that all that may run at once do.
 */
export function countAtOnce(
  read: Reader,
  method: "query" | "find" | "findOne",
  isWatched: (of: unknown) => boolean,
): { reader: Reader; count: { now: number; most: number; all: number } } {
  const count = { now: 0, most: 0, all: 0 };
  const original = (read[method] as (...given: unknown[]) => Promise<unknown>).bind(read);
  const watched = async (...given: unknown[]): Promise<unknown> => {
    if (!isWatched(given[0])) return original(...given);
    count.now += 1;
    count.all += 1;
    count.most = Math.max(count.most, count.now);
    try {
      for (let turns = 0; turns < 5; turns += 1) await nextTurn();
      return await original(...given);
    } finally {
      count.now -= 1;
    }
  };
  return { reader: Object.create(read, { [method]: { value: watched } }) as Reader, count };
}
