import { setImmediate } from "node:timers/promises";
import { chunks } from "../../../runtime/database/reader.js";
import { type PayloadRow, readPayloads } from "../../content/index.js";
import type { DocumentText } from "./document-text.js";
import type { Projection } from "./projection.js";
import type { ReadContext } from "./read-context.js";

/**
 * Returns the rows of some versions: the cached ones, and the others as they are now. A document that was
 * deleted is left out.
 */
export async function rowsOf(
  context: ReadContext,
  wanted: readonly { id: string; version: number | undefined }[],
): Promise<Map<string, PayloadRow>> {
  const { payloads } = context.cache.documents;
  const rows = new Map<string, PayloadRow>();
  for (const { id, version } of wanted) {
    const row = payloads.ofVersion(context.perspective, id, version);
    if (row !== undefined) rows.set(id, row);
  }
  const missing = wanted.flatMap(({ id }) => (rows.has(id) ? [] : [id]));
  return new Map([...rows, ...(await readRows(context, missing))]);
}

/**
 * Returns documents at the read context: the cached ones, and the others as they are now. A document that the
 * perspective does not have is left out.
 */
export async function currentRows(
  context: ReadContext,
  ids: readonly string[],
): Promise<Map<string, PayloadRow>> {
  const { payloads } = context.cache.documents;
  const rows = new Map<string, PayloadRow>();
  for (const id of ids) {
    context.dependencies.documentIds.add(id);
    const row = payloads.asOf(context, id);
    if (row !== undefined) rows.set(id, row);
  }
  const missing = ids.filter((id) => !rows.has(id));
  return new Map([...rows, ...(await readRows(context, missing))]);
}

/** Returns one document; requests for single documents that wait at the same time share a query. */
export async function currentRow(context: ReadContext, id: string): Promise<PayloadRow | undefined> {
  const { cache, seen, perspective } = context;
  const { payloads } = cache.documents;
  context.dependencies.documentIds.add(id);
  const known = payloads.asOf(context, id);
  if (known !== undefined) return known;
  const row = await cache.singleRows(seen.project.id, perspective).load(id);
  return row === null ? undefined : payloads.keep(perspective, row, seen.revision);
}

/** Returns the text of one document in a projection; null where the projection or perspective has none. */
export async function currentText(
  context: ReadContext,
  id: string,
  projection: Projection,
): Promise<DocumentText | null> {
  const texts = context.cache.documents.textsOf(context, projection.key);
  context.dependencies.documentIds.add(id);
  const known = texts.asOf(context, id);
  if (known !== undefined) return known;
  const row = await currentRow(context, id);
  const type = row && context.model.typesById.get(row.typeId);
  const made = row && type ? projection.make(row, type) : null;
  return made && texts.keep(context, made);
}

async function readRows(context: ReadContext, ids: readonly string[]): Promise<Map<string, PayloadRow>> {
  const { cache, seen, perspective } = context;
  const rows = new Map<string, PayloadRow>();
  for (const some of chunks(ids)) {
    // An embedded database answers without leaving the event loop, so the loop is released here.
    if (rows.size > 0) await setImmediate();
    const read = await readPayloads(cache.host.read, seen.project.id, perspective, some);
    for (const row of read.values())
      rows.set(row.id, cache.documents.payloads.keep(perspective, row, seen.revision));
  }
  return rows;
}

/**
 * The number of rows that the first statement reads. A page has no more, so one statement reads it
 * (rules/delivery 24).
 */
const FIRST = 100;
/**
 * The limits of the later reads: the number of rows, and the characters of their payloads, estimated from the
 * rows before.
 */
const MOST = { rows: 1000, characters: 16 * 2 ** 20 };

/**
 * Reads rows in batches, so that many large documents are not in memory together. `read` returns the rows
 * that it read.
 */
export async function inRowBatches<Id>(
  ids: readonly Id[],
  read: (some: readonly Id[]) => Promise<Iterable<Pick<PayloadRow, "payload">>>,
): Promise<void> {
  for (let at = 0, size = FIRST; at < ids.length;) {
    const some = ids.slice(at, at + size);
    let rows = 0;
    let characters = 0;
    for (const { payload } of await read(some)) {
      rows += 1;
      characters += payload.length;
    }
    at += some.length;
    const fitting = rows === 0 ? MOST.rows : Math.floor((MOST.characters * rows) / Math.max(1, characters));
    size = Math.max(1, Math.min(MOST.rows, fitting));
  }
}
