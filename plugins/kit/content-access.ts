import type { NodeValue } from "./node-value.js";

export interface StepOptions {
  /** Tells steps apart whose order may vary from run to run. */
  key?: string;
}

/** A question as delivery takes it (docs/delivery.md). */
export interface DocumentQuery {
  type: string;
  /** A filter: `{"picture":{"exists":false}}`. */
  where?: unknown;
  sort?: string;
  select?: string;
  locale?: string;
  limit: number;
  perspective: "published" | "drafts";
}

export interface FoundDocuments {
  /** As delivery gives them, media without URLs; `_version` is that of the draft, where drafts are read. */
  documents: readonly Readonly<Record<string, unknown>>[];
  total: number;
}

export interface FieldChange {
  documentId: string;
  /** A path, as in `picture` or `seo.image`. */
  field: string;
  value: NodeValue;
  /** Of a localized field: the locale to write. */
  locale?: string;
  /** Saves only onto this version of the draft. */
  baseVersion?: number;
}

export interface TranslationOrder {
  documentId: string;
  locales?: readonly string[];
  mode: "missing" | "outdated" | "all";
  model?: string;
}

/**
 * The content of the run's project. Each act is one of who started the run, with the role, the standing and the key that
 * they have at that moment; what these do not allow throws. An act that is repeated after a crash happens once.
 */
export interface ContentAccess {
  /** Reads documents by a delivery query. */
  find(query: DocumentQuery): Promise<FoundDocuments>;
  /** Writes a field of a draft, beside whoever edits it; media are linked to the project. Gives the draft's version. */
  change(change: FieldChange, options?: StepOptions): Promise<number>;
  /** Translates a document, billed as any translation is. Gives the draft's version. */
  translate(order: TranslationOrder, options?: StepOptions): Promise<number>;
  /** Publishes the draft at a version, by default the one that it has when the node begins. Gives that version. */
  publish(documentId: string, baseVersion?: number, options?: StepOptions): Promise<number>;
}
