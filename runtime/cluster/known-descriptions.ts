import { hash } from "node:crypto";
import type { KnownNode } from "../private-parts/moleculer.js";

interface Description {
  bytes: number;
  digest: string;
}

/**
 * The digest of each node's last description. A description that repeats the last one is recognised before it
 * is parsed, at a thirtieth of the cost of reading it, so even a node with a long description can be asked
 * often.
 */
export class KnownDescriptions {
  readonly #last = new WeakMap<KnownNode, Description>();
  #arriving: Description | null = null;

  /**
   * Remembers the description that arrives and returns true if it equals the last one of an available node.
   */
  isRepeated(data: Buffer, nodes: Iterable<KnownNode>): boolean {
    const arriving = { bytes: data.length, digest: hash("sha256", data) };
    this.#arriving = arriving;
    for (const node of nodes) {
      const last = this.#last.get(node);
      if (node.available && last?.bytes === arriving.bytes && last.digest === arriving.digest) return true;
    }
    return false;
  }

  /** Records that the last arrived description was accepted as the one of this node. */
  tookIn(node: KnownNode): void {
    if (this.#arriving !== null) this.#last.set(node, this.#arriving);
    this.#arriving = null;
  }

  /** Returns the bytes of a node's last description; undefined before the first one. */
  bytesOf(node: KnownNode): number | undefined {
    return this.#last.get(node)?.bytes;
  }
}
