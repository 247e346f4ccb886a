import { setImmediate } from "node:timers/promises";
import { chunks } from "../../../runtime/chunks.js";
import { type PayloadRow, readPayloads } from "../../content/index.js";
import type { DocumentText } from "./document-text.js";
import type { Projection } from "./projection.js";
import type { View } from "./view.js";

/** Rows of some versions, those at hand or else as they are now; one that went is left out. */
export async function rowsOf(
  view: View,
  wanted: readonly { id: string; version: number | undefined }[],
): Promise<Map<string, PayloadRow>> {
  const { payloads } = view.cache.documents;
  const rows = new Map<string, PayloadRow>();
  for (const { id, version } of wanted) {
    const row = payloads.ofVersion(view.perspective, id, version);
    if (row !== undefined) rows.set(id, row);
  }
  const missing = wanted.flatMap(({ id }) => (rows.has(id) ? [] : [id]));
  return new Map([...rows, ...(await readRows(view, missing))]);
}

/** Documents as of the view, those at hand or else as they are now; those that the perspective does not have are left out. */
export async function currentRows(view: View, ids: readonly string[]): Promise<Map<string, PayloadRow>> {
  const { payloads } = view.cache.documents;
  const rows = new Map<string, PayloadRow>();
  for (const id of ids) {
    view.basis.documentIds.add(id);
    const row = payloads.asOf(view, id);
    if (row !== undefined) rows.set(id, row);
  }
  const missing = ids.filter((id) => !rows.has(id));
  return new Map([...rows, ...(await readRows(view, missing))]);
}

/** One document; requests for single ones that wait at the same time share a query. */
export async function currentRow(view: View, id: string): Promise<PayloadRow | undefined> {
  const { cache, seen, perspective } = view;
  const { payloads } = cache.documents;
  view.basis.documentIds.add(id);
  const known = payloads.asOf(view, id);
  if (known !== undefined) return known;
  const row = await cache.singleRows(seen.project.id, perspective).load(id);
  return row === null ? undefined : payloads.keep(perspective, row, seen.revision);
}

/** One document as a projection has it; null where it has none, or the perspective. */
export async function currentText(
  view: View,
  id: string,
  projection: Projection,
): Promise<DocumentText | null> {
  const texts = view.cache.documents.textsOf(view, projection.key);
  view.basis.documentIds.add(id);
  const known = texts.asOf(view, id);
  if (known !== undefined) return known;
  const row = await currentRow(view, id);
  const type = row && view.shape.typesById.get(row.typeId);
  const made = row && type ? projection.make(row, type) : null;
  return made && texts.keep(view, made);
}

async function readRows(view: View, ids: readonly string[]): Promise<Map<string, PayloadRow>> {
  const { cache, seen, perspective } = view;
  const rows = new Map<string, PayloadRow>();
  for (const some of chunks(ids)) {
    // an embedded database answers without leaving the event loop
    if (rows.size > 0) await setImmediate();
    const read = await readPayloads(cache.host.read, seen.project.id, perspective, some);
    for (const row of read.values())
      rows.set(row.id, cache.documents.payloads.keep(perspective, row, seen.revision));
  }
  return rows;
}
