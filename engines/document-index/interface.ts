import type { Condition, SortKey } from "./condition.js";

/** A row of a document. A plan's decoder may read further columns of it. */
export interface DocumentRow {
  /** A UUID in lower case. */
  id: string;
  /** Version of the payload: equal versions of a document have the same body. */
  version: number;
  /** The fields as JSON text. */
  payload: string;
}

/** A change of a document: its new row, or null when the index no longer contains it. */
export interface DocumentChange {
  id: string;
  row: DocumentRow | null;
}

/**
 * A request for a page that was checked before: every field belongs to the type, and `in` lists are bounded.
 */
export interface IndexQuery {
  where: Condition;
  sort: readonly SortKey[];
  limit: number;
  offset: number;
  /** Locales in which localized fields are looked up, in order. */
  chain: readonly string[];
}

/** Ids of the documents on a page, in order, and at the same positions their payload versions. */
export interface IndexPage {
  ids: string[];
  versions: number[];
  /** Exact number of documents that match. */
  total: number;
}

/** Reads all documents of an index, in batches of some hundred, in any order; each call reads again. */
export type RowSource = () => AsyncIterable<readonly DocumentRow[]>;

/**
 * Answers `where`, `sort`, `total` and any `offset` over the documents of one type. It uses no database: its
 * owner passes rows and changes in. It returns the ids of a page's documents without their bodies.
 */
export interface QueryableIndex {
  /** Answers a query. Throws when the index was closed, or its worker ended. */
  query(query: IndexQuery): Promise<IndexPage>;
  /**
   * Applies changes. A change may be applied again; the last one of a document counts. Queries that begin
   * after it resolved see the changes. Throws IndexOutgrown when they take more memory than there is.
   */
  apply(changes: readonly DocumentChange[]): Promise<void>;
  /** Bytes of memory that the index holds. */
  readonly bytes: number;
  /**
   * Frees about so many bytes of values that can be computed again, as far as there are such values, those
   * used longest ago first.
   */
  shrink(bytes: number): void;
  /** Frees everything. The index must not be used afterwards. */
  close(): Promise<void>;
}
