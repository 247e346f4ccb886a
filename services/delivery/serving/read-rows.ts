import { setImmediate } from "node:timers/promises";
import { chunks } from "../../../runtime/database/reader.js";
import { LARGE, type PayloadRow, readPayloads } from "../../content/index.js";
import type { DocumentText } from "./document-text.js";
import type { Projection } from "./projection.js";
import type { ReadContext } from "./read-context.js";

/** The number of rows that the first statement reads: a page has no more (rules/delivery 24). */
const FIRST = 100;

/**
 * Yields the rows of some versions, in parts of some megabytes: the cached ones, and the others as they are now.
 * A document that was deleted is left out.
 */
export async function* rowsOf(
  context: ReadContext,
  wanted: readonly { id: string; version: number | undefined }[],
): AsyncGenerator<Map<string, PayloadRow>, void> {
  const { payloads } = context.cache.documents;
  const cached = new Map<string, PayloadRow>();
  for (const { id, version } of wanted) {
    const row = payloads.ofVersion(context.perspective, id, version);
    if (row !== undefined) cached.set(id, row);
  }
  yield* withOthers(
    context,
    cached,
    wanted.map(({ id }) => id),
  );
}

/**
 * Yields documents at the read context, in parts of some megabytes: the cached ones, and the others as they are
 * now. A document that the perspective does not have is left out.
 */
export async function* currentRows(
  context: ReadContext,
  ids: readonly string[],
): AsyncGenerator<Map<string, PayloadRow>, void> {
  const { payloads } = context.cache.documents;
  const cached = new Map<string, PayloadRow>();
  for (const id of ids) {
    context.dependencies.documentIds.add(id);
    const row = payloads.asOf(context, id);
    if (row !== undefined) cached.set(id, row);
  }
  yield* withOthers(context, cached, ids);
}

/** Yields the cached rows, and then the rows of the other ids. */
async function* withOthers(
  context: ReadContext,
  cached: Map<string, PayloadRow>,
  ids: readonly string[],
): AsyncGenerator<Map<string, PayloadRow>, void> {
  if (cached.size > 0) yield cached;
  const missing = cached.size === 0 ? ids : ids.filter((id) => !cached.has(id));
  if (missing.length > 0) yield* readRows(context, missing);
}

/** Returns one document; requests for single documents that wait at the same time share a query. */
export async function currentRow(context: ReadContext, id: string): Promise<PayloadRow | undefined> {
  const { cache, seen, perspective } = context;
  const { payloads } = cache.documents;
  context.dependencies.documentIds.add(id);
  const known = payloads.asOf(context, id);
  if (known !== undefined) return known;
  const found = await cache.singleRows(seen.project.id, perspective).load(id);
  const row = found === LARGE ? await readAlone(context, id) : found;
  if (row === null) return undefined;
  context.retain(row.payload.length);
  return payloads.keep(perspective, row, seen.revision);
}

/** Reads a document that is too large for a statement that is shared. */
async function readAlone(context: ReadContext, id: string): Promise<PayloadRow | null> {
  let found: PayloadRow | null = null;
  for await (const rows of readRows(context, [id])) found = rows.get(id) ?? found;
  return found;
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

async function* readRows(
  context: ReadContext,
  ids: readonly string[],
): AsyncGenerator<Map<string, PayloadRow>, void> {
  const { cache, seen, perspective } = context;
  const { payloads } = cache.documents;
  for (const some of [ids.slice(0, FIRST), ...chunks(ids.slice(FIRST))]) {
    if (some.length === 0) return;
    for await (const rows of readPayloads(cache.host.read, seen.project.id, perspective, some)) {
      const bytes = rows.reduce((sum, { payload }) => sum + payload.length, 0);
      context.retain(bytes);
      yield new Map(rows.map((row) => [row.id, payloads.keep(perspective, row, seen.revision)]));
      context.release(bytes);
      // An embedded database answers without leaving the event loop, so the loop is released here.
      if (ids.length > FIRST) await setImmediate();
    }
  }
}
