import { type NodeChange, nodeChange } from "./run-rows.js";
import type { NodeValue } from "../../../plugins/kit/node-value.js";

/** The bytes that the free results of all nodes of a run may take in the database. */
const MAX_BYTES = 8 * 1024 * 1024;

type Outputs = Record<string, NodeValue> | null;

/**
 * Counts the text that the results of a run may still keep. A text passes from node to node and is stored with
 * each, so that without a limit a graph of 1 MB could fill gigabytes. Results that were paid for are always kept,
 * and count.
 */
export class TextRoom {
  #kept = 0;
  readonly #isFull: boolean;

  /** With `isFull` no free text is kept, since the starter's runs leave no room. */
  constructor(rows: readonly { outputs: Outputs }[], isFull = false) {
    this.#isFull = isFull;
    for (const { outputs } of rows) this.#kept += sizeOf(outputs);
  }

  /** Returns the change as it came, or a failure when the node's result has no room. */
  admit(change: NodeChange, costCredits: number): NodeChange {
    const isFree = costCredits === 0;
    // A length above the limit is decisive: stored with its quotes, a text takes at least as many bytes as it has
    // characters.
    const size = isFree && this.#isOver(lengthOf(change.outputs)) ? MAX_BYTES : sizeOf(change.outputs);
    if (isFree && size > 0 && this.#isFull)
      return nodeChange("error", {
        detail:
          "The runs of this account store more than twice of what they may at no cost (WORKFLOW_RUNS_MB).",
      });
    if (isFree && this.#isOver(size))
      return nodeChange("error", {
        detail: "The texts that the nodes of this run have given are together longer than 8 MB.",
      });
    this.#kept += size;
    return change;
  }

  #isOver(size: number): boolean {
    return size > 0 && this.#kept + size > MAX_BYTES;
  }
}

const textsOf = (outputs: Outputs): string[] =>
  Object.values(outputs ?? {}).flatMap((value) => (value.type === "text" ? value.text : []));

const lengthOf = (outputs: Outputs): number => textsOf(outputs).reduce((sum, text) => sum + text.length, 0);

const sizeOf = (outputs: Outputs): number =>
  textsOf(outputs).reduce((sum, text) => sum + Buffer.byteLength(JSON.stringify(text)), 0);
