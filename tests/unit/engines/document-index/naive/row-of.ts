import type { ContentRow } from "../../../../../services/delivery/indexing/decode-row.js";
import type { NaiveDocument } from "./naive-query.js";

/** A document as the read model is told about it. */
export const rowOf = ({ fields, status, ...system }: NaiveDocument): ContentRow => ({
  ...system,
  status: status as ContentRow["status"],
  payload: JSON.stringify(fields),
});
