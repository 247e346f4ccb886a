import type { Column } from "./columns.js";
import type { IndexedValue } from "./decoder.js";

/** Takes the values of one field, document after document, and returns them as a column in another order. */
export interface ColumnBuilder {
  add(value: IndexedValue): void;
  /**
   * Returns the column in the given order; `order` names documents by their number in the order of adding.
   */
  finish(order: Uint32Array): Column;
  /** Estimated bytes of the finished column. */
  readonly bytes: number;
}
