import { setImmediate as nextTurn } from "node:timers/promises";
import type { NodeInputs } from "../../../plugins/kit/workflow-node.js";

/** From so many characters on a node's work is felt by others: some 16 ms for 1 MB. */
const LONG = 64 * 1024;

/**
 * Nodes that are given long texts, in runs and in prices, one after the other: the event loop turns twice before each of
 * them, so that whatever waits for sockets, requests and the database has a turn without them. Asking whether a turn is
 * due would not do: the first in each turn would be one of theirs, and everybody else would wait for the last.
 */
export class LongTexts {
  #last: Promise<void> = Promise.resolve();

  async turn(inputs: NodeInputs): Promise<void> {
    if (textIn(inputs) >= LONG) await this.next();
  }

  /** For work that has gone on for a while without waiting for anything. */
  async next(): Promise<void> {
    const own = this.#last.then(async () => {
      await nextTurn();
      await nextTurn();
    });
    this.#last = own;
    await own;
  }
}

/** Of this thread, which has one event loop. */
export const longTexts = new LongTexts();

/** Characters of all texts. */
export function textIn(inputs: NodeInputs): number {
  let length = 0;
  for (const values of Object.values(inputs))
    for (const value of values) length += value.type === "text" ? value.text.length : 0;
  return length;
}
