import type { Bitmap } from "./bitmap.js";

/*
 * What a segment holds, as plain data: it goes to a worker as it is. A localized field has one slot for each locale
 * of the plan, every other field has one.
 */

export interface NumberColumn {
  kind: "number";
  /** NaN: absent. */
  values: Float64Array;
}

export interface FlagColumn {
  kind: "flag";
  present: Bitmap;
  truths: Bitmap;
}

/** Whether there is something, for fields of which nothing else is asked. */
export interface PresenceColumn {
  kind: "presence";
  slots: Bitmap[];
}

/** Texts of which there are few different ones. */
export interface CodeColumn {
  kind: "code";
  /** In order of their bytes. */
  dictionary: string[];
  /** 0: absent, else the position in the dictionary from 1. */
  slots: Uint16Array[];
}

export interface TextColumn {
  kind: "text";
  /** UTF-8, slot after slot, in each of them document after document. */
  heap: Uint8Array;
  /** For each slot where each document's text begins; one more is the end of the last. */
  slots: Uint32Array[];
  /** Documents whose text is there and empty: only where fields are not localized. */
  blanks: Bitmap | null;
}

export type Column = NumberColumn | FlagColumn | PresenceColumn | CodeColumn | TextColumn;

/** Documents in order of their ids, which never change. */
export interface SegmentData {
  count: number;
  /** Four words for each document. */
  ids: Uint32Array;
  /** The version of each document, a number as large as a moment in milliseconds. */
  versions: Float64Array;
  columns: Map<string, Column>;
}
