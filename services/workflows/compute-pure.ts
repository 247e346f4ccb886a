import type { NodeMaterial, WorkflowNode } from "../../plugins/kit/workflow-node.js";
import { checkOutputs } from "./engine/check-outputs.js";
import { longTexts, textIn } from "./engine/long-texts.js";
import type { PlannedNode } from "./graph/plan-graph.js";
import type { NodeValue } from "../../plugins/kit/node-value.js";

export type Outputs = Readonly<Record<string, NodeValue | undefined>>;

/**
 * The most characters of text that nodes are computed with for one price; a node beyond that counts as not known
 * yet.
 */
const MAX_COMPUTED = 16 * 1024 * 1024;

/**
 * Returns the places of the nodes on which a price may depend. In `order` each node comes after those that it
 * needs.
 */
export function beforePaid(planned: readonly PlannedNode[], order: readonly number[]): Set<number> {
  const before = new Set<number>();
  for (const place of order.toReversed()) {
    const node = planned[place];
    if (node?.definition?.costs !== undefined || before.has(place))
      for (const need of node?.needs ?? []) before.add(need);
  }
  return before;
}

/** Computes nodes that depend on their inputs alone, outside of any run. */
export class Computed {
  #room = MAX_COMPUTED;

  /** Returns a node's outputs; null where the node would fail, or the limit on texts is reached. */
  async run(definition: WorkflowNode, material: NodeMaterial): Promise<Outputs | null> {
    this.#room -= textIn(material.inputs);
    if (this.#room < 0) return null;
    await longTexts.turn(material.inputs);
    try {
      const given = await definition.run({
        ...material,
        idempotencyKey: "",
        signal: new AbortController().signal,
        progress: () => {},
        generate: refused,
        transcribe: refused,
        text: refused,
        store: refused,
        step: refused,
        content: { find: refused, change: refused, translate: refused, publish: refused },
        media: refused,
      });
      return checkOutputs(definition, given);
    } catch {
      return null;
    }
  }
}

const refused = async (): Promise<never> => {
  throw new Error("A node that is pure has no steps.");
};
