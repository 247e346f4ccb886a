import { setImmediate as nextTurn } from "node:timers/promises";
import type { NodeInputs } from "../../../plugins/kit/workflow-node.js";

/** The characters from which a node's work delays others noticeably: 1 MB takes some 16 ms. */
const LONG = 64 * 1024;

/**
 * Lets nodes with long texts, in runs and in prices, work one after the other: the event loop turns twice before
 * each of them, so that sockets, requests and the database get a turn without such nodes. Asking whether a turn is
 * due would not do: the first work of each turn would be one of these nodes, and everybody else would wait for the
 * last.
 */
export class LongTexts {
  #last: Promise<void> = Promise.resolve();

  async turn(inputs: NodeInputs): Promise<void> {
    if (textIn(inputs) >= LONG) await this.next();
  }

  /** Waits for the next turn of work that has gone on for a while without waiting for anything. */
  async next(): Promise<void> {
    const own = this.#last.then(async () => {
      await nextTurn();
      await nextTurn();
    });
    this.#last = own;
    await own;
  }
}

/** The one queue of this thread, which has one event loop. */
export const longTexts = new LongTexts();

/** Counts the characters of all texts in a node's inputs. */
export function textIn(inputs: NodeInputs): number {
  let length = 0;
  for (const values of Object.values(inputs))
    for (const value of values) length += value.type === "text" ? value.text.length : 0;
  return length;
}
