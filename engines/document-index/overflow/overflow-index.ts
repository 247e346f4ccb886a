import type { IndexPlan } from "../index-plan.js";
import type { DocumentChange, IndexPage, IndexQuery, QueryableIndex } from "../interface.js";
import { WorkerClient } from "../../worker-client/index.js";
import { CACHE_BYTES } from "./overflow-table.js";

export type OverflowRequest =
  | { kind: "open"; plan: IndexPlan; file: string }
  | { kind: "apply"; changes: readonly DocumentChange[] }
  | { kind: "addIndexes" }
  | { kind: "query"; query: IndexQuery }
  | { kind: "close" };

/**
 * Answers queries more slowly, for a type that exceeds the memory of the document index: with the same
 * answers from a private temporary SQLite file, in a worker.
 */
export class OverflowIndex implements QueryableIndex {
  readonly #worker = new WorkerClient<OverflowRequest, IndexPage | null>(
    import.meta.dirname,
    "overflow-worker",
  );

  /** Opens an index in a new file; `file` must not exist yet. */
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

  /**
   * Makes the indexes, once the first documents are written; later documents are indexed as they are written.
   */
  async addIndexes(): Promise<void> {
    await this.#worker.ask({ kind: "addIndexes" });
  }

  /** Frees nothing, because the worker holds nothing that it could compute again. */
  shrink(): void {}

  async close(): Promise<void> {
    try {
      await this.#worker.ask({ kind: "close" });
    } finally {
      await this.#worker.end();
    }
  }
}
