import { notFound } from "../../../contracts/errors.js";
import { currentRow } from "../serving/read-rows.js";
import type { Placed } from "../serving/projection.js";
import type { View } from "../serving/view.js";
import type { SingleRead } from "./single-read.js";

/** One document by id. Throws `not_found`, and `invalid_params` for what its type does not have. */
export async function findSingle(view: View, id: string, read: SingleRead): Promise<Placed> {
  const { documents } = view.cache;
  view.basis.documentIds.add(id);
  const { ofAnyType } = read;
  const known = ofAnyType && documents.textsOf(view, ofAnyType.key).asOf(view, id);
  if (ofAnyType && known) return { text: known, projection: ofAnyType };
  const row = await currentRow(view, id);
  const type = row && view.shape.typesById.get(row.typeId);
  if (row === undefined || type === undefined) throw notFound("Unknown document.");
  const projection = read.of(type);
  const texts = documents.textsOf(view, projection.key);
  const text = texts.ofVersion(id, row.version) ?? texts.keep(view, projection.make(row, type));
  return { text, projection };
}
