import type { Condition, SortKey } from "./condition.js";

/** What the index is told about a document. Its decoder may know more of the row. */
export interface DocumentRow {
  /** A UUID in lower case. */
  id: string;
  /** Of the payload: who has a body of this document and version has the right one. */
  version: number;
  /** The fields as JSON text. */
  payload: string;
}

/** What became of a document: its new row, or null when the perspective has it no longer. */
export interface DocumentChange {
  id: string;
  row: DocumentRow | null;
}

/** A page that is asked for. Checked already: every field is one of the type's, `in` is bounded. */
export interface IndexQuery {
  where: Condition;
  sort: readonly SortKey[];
  limit: number;
  offset: number;
  /** Locales in which localized fields are looked for, in order. */
  chain: readonly string[];
}

/** Which documents are on the page, in order; the same place in `versions` says of which payload. */
export interface IndexPage {
  ids: string[];
  versions: number[];
  /** All that match, exactly. */
  total: number;
}

/** All documents of an index, in batches of some hundred, in any order; each call reads anew. */
export type RowSource = () => AsyncIterable<readonly DocumentRow[]>;

/**
 * Answers `where`, `sort`, `total` and any `offset` over the documents of one type. It knows
 * no database: rows and changes come from its owner, and it says which documents a page has, not what is in them.
 */
export interface QueryEngine {
  /** Throws when the engine was closed, or its worker ended. */
  query(query: IndexQuery): Promise<IndexPage>;
  /** A change may be applied again; the last one of a document holds. Queries asked once it resolved see it. */
  apply(changes: readonly DocumentChange[]): Promise<void>;
  /** Memory that it holds, in bytes. */
  readonly bytes: number;
  /** Frees about so many bytes of what can be computed again, as far as there are, what was used longest ago first. */
  shrink(bytes: number): void;
  /** Frees everything. Nothing may be asked afterwards. */
  close(): Promise<void>;
}
