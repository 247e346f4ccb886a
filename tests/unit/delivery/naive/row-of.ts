import type { DocumentRow } from "../../../../services/delivery/read-model/query-engine.js";
import type { NaiveDocument } from "./naive-query.js";

/** A document as the read model is told about it. */
export const rowOf = ({ fields, status, ...system }: NaiveDocument): DocumentRow => ({
  ...system,
  status: status as DocumentRow["status"],
  payload: JSON.stringify(fields),
});
