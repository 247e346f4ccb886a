import type { NodeValue } from "./node-value.js";

export interface StepOptions {
  /**
   * A name of 1 to 12 lower-case letters, digits and dashes, for steps whose order may vary from run to run.
   */
  key?: string;
}

/** A query of documents as delivery takes it (docs/delivery.md). */
export interface DocumentQuery {
  type: string;
  /** A filter as JSON, such as `{"picture":{"exists":false}}`. */
  where?: unknown;
  sort?: string;
  select?: string;
  locale?: string;
  limit: number;
  perspective: "published" | "drafts";
}

export interface FoundDocuments {
  /**
   * The documents as delivery gives them, with media reduced to `{ storageId }`. Drafts have `_version`,
   * their version.
   */
  documents: readonly Readonly<Record<string, unknown>>[];
  total: number;
}

export interface FieldChange {
  documentId: string;
  /** Dotted path of the field, such as `picture` or `seo.image`. */
  field: string;
  value: NodeValue;
  /** The locale to write, for a localized field. */
  locale?: string;
  /** The version of the draft that the change builds on; at another version the change is a `conflict`. */
  baseVersion?: number;
}

export interface TranslationOrder {
  documentId: string;
  locales?: readonly string[];
  mode: "missing" | "outdated" | "all";
  model?: string;
}

/**
 * The content of the run's project. Each call acts as the person who started or last resumed the run, with
 * the role, the standing and the scopes that they have at that moment, and throws what these do not allow. A
 * call that is repeated after a crash takes effect once.
 */
export interface ContentAccess {
  /** Reads documents by a delivery query. */
  find(query: DocumentQuery): Promise<FoundDocuments>;
  /**
   * Writes one field of a draft and leaves what editors write elsewhere; media are linked to the project.
   * Resolves to the draft's version.
   */
  change(change: FieldChange, options?: StepOptions): Promise<number>;
  /**
   * Translates a document at the price of every translation. Resolves to the version that the draft has then.
   */
  translate(order: TranslationOrder, options?: StepOptions): Promise<number>;
  /**
   * Publishes the draft at a version, by default the one that it has when the step begins. Resolves to that
   * version.
   */
  publish(documentId: string, baseVersion?: number, options?: StepOptions): Promise<number>;
}
