import { readingOf } from "../../../contracts/content-reading.js";
import { notFound } from "../../../contracts/errors.js";
import type { ExpandTree } from "../query/parse-expand.js";
import { documentKeyOf, parseRead, type ReadInput } from "../query/parse-query.js";
import { currentRow } from "../serving/read-rows.js";
import type { Placed } from "../serving/projection.js";
import type { View } from "../serving/view.js";
import { Expanded } from "./expanded.js";
import { contextOf } from "./query-context.js";

/** One document by id. Throws `not_found`, and `invalid_params` for what its type does not have. */
export const findSingle = async (view: View, id: string, input: ReadInput): Promise<Placed> =>
  findKept(view, id, input) ?? (await readSingle(view, id, input));

/** A document that somebody has read alike, and that says the same since; without its type nothing can be expanded. */
function findKept(view: View, id: string, input: ReadInput): Placed | null {
  const reading = readingOf(view.shape.locales, input.locale);
  if (reading === undefined || input.expand !== undefined) return null;
  const expand: ExpandTree = new Map();
  view.basis.documentIds.add(id);
  const text = view.cache.documents
    .textsOf(view, documentKeyOf(reading, input.select, expand))
    .asOf(view, id);
  return text === undefined ? null : { text, projection: Expanded.whole({ expand, reading }) };
}

async function readSingle(view: View, id: string, input: ReadInput): Promise<Placed> {
  const row = await currentRow(view, id);
  const type = row && view.shape.typesById.get(row.typeId);
  if (row === undefined || type === undefined) throw notFound("Unknown document.");
  const read = parseRead(contextOf(view, type.schema), input);
  const projection = Expanded.selected(read);
  const texts = view.cache.documents.textsOf(view, projection.key);
  const text = texts.ofVersion(id, row.version) ?? texts.keep(view, projection.make(row, type));
  return { text, projection };
}
