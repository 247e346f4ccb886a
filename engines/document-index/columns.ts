import type { Bitmap } from "./bitmap.js";

/**
 * Columns of a segment, as plain data, so that a worker can take them unchanged. A localized field has one
 * slot for each locale of the plan, every other field has one.
 */

export interface NumberColumn {
  kind: "number";
  /** Values of the documents; NaN means absent. */
  values: Float64Array;
}

export interface FlagColumn {
  kind: "flag";
  present: Bitmap;
  truths: Bitmap;
}

/** A column that only says whether a value is present, for fields that no query compares. */
export interface PresenceColumn {
  kind: "presence";
  slots: Bitmap[];
}

/** A column of texts that has few different ones. */
export interface CodeColumn {
  kind: "code";
  /** The different texts, in the order of their bytes. */
  dictionary: string[];
  /** Position of each document's text in the dictionary, from 1; 0 means absent. */
  slots: Uint16Array[];
}

export interface TextColumn {
  kind: "text";
  /** Texts in UTF-8, slot after slot, and in each slot document after document. */
  heap: Uint8Array;
  /**
   * For each slot the offset at which each document's text begins, and last the offset at which the last text
   * ends.
   */
  slots: Uint32Array[];
  /**
   * Documents whose text is present and empty, for a field that is not localized; null for a localized field.
   */
  blanks: Bitmap | null;
}

export type Column = NumberColumn | FlagColumn | PresenceColumn | CodeColumn | TextColumn;

/** Documents of a segment in the order of their ids. The data never change. */
export interface SegmentData {
  count: number;
  /** Ids of the documents, four words each. */
  ids: Uint32Array;
  /** The version of each document, a number as large as a moment in milliseconds. */
  versions: Float64Array;
  columns: Map<string, Column>;
}
