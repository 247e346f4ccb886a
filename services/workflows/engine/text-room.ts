import type { NodeValue } from "../../../plugins/kit/workflow-node.js";
import { type NodeChange, nodeChange } from "./run-rows.js";

/** Of the results of all nodes of a run that cost nothing, as they are kept. */
const MAX_BYTES = 8 * 1024 * 1024;

type Outputs = Record<string, NodeValue> | null;

/**
 * How much text the results of a run may still keep. A text goes on from node to node and is kept with each: without a
 * limit a graph of 1 MB would fill gigabytes. What was paid for is kept always, and counts.
 */
export class TextRoom {
  #kept = 0;
  readonly #isFull: boolean;

  /** `isFull`: the runs of the starter leave no room for any text that costs nothing. */
  constructor(rows: readonly { outputs: Outputs }[], isFull = false) {
    this.#isFull = isFull;
    for (const { outputs } of rows) this.#kept += sizeOf(outputs);
  }

  /** The change as it came, or the failure of a node whose result has no room. */
  admit(change: NodeChange, costCredits: number): NodeChange {
    const isFree = costCredits === 0;
    // Told from the length alone where that is enough: a text is kept with quotes, in as many characters or more.
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
