import { setImmediate as nextTurn } from "node:timers/promises";

/** A turn of the event loop that took longer has let more come while it lasted. */
const SHORT_MS = 5;
/** A loop that is always busy has no short turns. */
const MOST_TURNS = 10;

/**
 * Resolves right behind a turn of the event loop in which sockets were read, and which took but a moment: what clients had sent
 * before has been read by then, also where the loop stood still, or the process was stopped, while it came. Whoever closes
 * connections waits for this: closing one on which a request lies unread resets it, and the client gets no answer.
 */
export async function quietTurn(): Promise<void> {
  // The turn that runs now may be over with its reading.
  await nextTurn();
  for (let turns = 0; turns < MOST_TURNS; turns += 1) {
    const began = performance.now();
    await nextTurn();
    if (performance.now() - began < SHORT_MS) return;
  }
}
