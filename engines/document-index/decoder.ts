import type { IndexPlan } from "./index-plan.js";
import type { DocumentRow } from "./interface.js";

/** A value for a column; NaN or null means absent. Texts and presences come slot by slot. */
export type IndexedValue = number | boolean | null | readonly (string | null)[] | readonly boolean[];

/** A document's values for the columns. */
export interface IndexedRow {
  id: string;
  version: number;
  /** Values in the order of the plan's fields. */
  values: readonly IndexedValue[];
}

/** Reads the values of the plan's fields from a row. Throws for a row that it cannot read. */
export type Decode<Decoding = unknown, Row extends DocumentRow = DocumentRow> = (
  plan: IndexPlan<Decoding>,
  row: Row,
) => IndexedRow;

/**
 * Loads the function that a plan names. Large types are decoded in a worker, so a plan names a module instead
 * of holding a function.
 */
export async function decoderOf({ decoder }: IndexPlan): Promise<Decode> {
  const module = (await import(decoder)) as { decode: Decode };
  return module.decode;
}
