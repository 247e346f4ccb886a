import type { ContentRow } from "../../../../../services/delivery/indexing/decode-row.js";
import type { NaiveDocument } from "./naive-query.js";

/** Returns the row with which the document index is told of a document. */
export const rowOf = ({ fields, status, ...system }: NaiveDocument): ContentRow => ({
  ...system,
  status: status as ContentRow["status"],
  payload: JSON.stringify(fields),
});
