import { setImmediate as nextTurn } from "node:timers/promises";

/** The longest duration of a short turn of the event loop. During a longer one more bytes may have come. */
const SHORT_MS = 5;
/** The most turns to wait, since a loop that is always busy has no short turns. */
const MOST_TURNS = 10;

/**
 * Resolves right after a short turn of the event loop in which sockets were read. So everything that clients had sent before
 * has been read, even when it came while the loop stood still or the process was stopped. Code that closes connections waits
 * for this, since closing a connection with an unread request resets it, and the client gets no answer.
 */
export async function quietTurn(): Promise<void> {
  // The turn that runs now may have read its sockets already.
  await nextTurn();
  for (let turns = 0; turns < MOST_TURNS; turns += 1) {
    const began = performance.now();
    await nextTurn();
    if (performance.now() - began < SHORT_MS) return;
  }
}
