import type { IndexPlan } from "../index-plan.js";
import type { DocumentChange, IndexPage, IndexQuery, QueryEngine } from "../interface.js";
import { WorkerClient } from "../../worker-client/index.js";
import { CACHE_BYTES } from "./overflow-table.js";

export type OverflowRequest =
  | { kind: "open"; plan: IndexPlan; file: string }
  | { kind: "apply"; changes: readonly DocumentChange[] }
  | { kind: "addIndexes" }
  | { kind: "query"; query: IndexQuery }
  | { kind: "close" };

/**
 * The slower way, for a type that exceeds the memory of the document index alone: the same answers from a private,
 * throw-away SQLite file, in a worker.
 */
export class OverflowIndex implements QueryEngine {
  readonly #worker = new WorkerClient<OverflowRequest, IndexPage | null>(
    import.meta.dirname,
    "overflow-worker",
  );

  /** `file` must not be there yet. */
  static async open(plan: IndexPlan, file: string): Promise<OverflowIndex> {
    const index = new OverflowIndex();
    await index.#worker.ask({ kind: "open", plan, file });
    return index;
  }

  get bytes(): number {
    return CACHE_BYTES;
  }

  async query(query: IndexQuery): Promise<IndexPage> {
    const page = await this.#worker.ask({ kind: "query", query });
    if (page === null) throw new TypeError("A query has a page.");
    return page;
  }

  async apply(changes: readonly DocumentChange[]): Promise<void> {
    await this.#worker.ask({ kind: "apply", changes });
  }

  /** Once the first documents are in; what comes later is indexed as it comes. */
  async addIndexes(): Promise<void> {
    await this.#worker.ask({ kind: "addIndexes" });
  }

  /** Nothing here can be spared. */
  shrink(): void {}

  async close(): Promise<void> {
    try {
      await this.#worker.ask({ kind: "close" });
    } finally {
      await this.#worker.end();
    }
  }
}
