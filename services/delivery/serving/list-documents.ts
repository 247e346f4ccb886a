import { comparedChain } from "../../../contracts/content-locales.js";
import { readHead } from "../../changes/index.js";
import type { ContentType, PayloadRow } from "../../content/index.js";
import type { ContentQuery } from "../query/parse-query.js";
import type { DocumentText } from "./document-text.js";
import { inSlices } from "./in-slices.js";
import type { Placed, Projection } from "./projection.js";
import { rowsOf } from "./read-rows.js";
import type { ReadContext } from "./read-context.js";

/** The number of times that a page is asked for while its documents change during the read. */
const ATTEMPTS = 5;

type PageQuery = Pick<ContentQuery, "where" | "sort" | "limit" | "offset" | "reading">;

/** The source of a page's items: a cached item of a document's version, or a new one from its row. */
interface Making<T> {
  cached(id: string, version: number | undefined): T | undefined;
  make(row: PayloadRow): T;
}

/**
 * Returns a page in its order, with the exact total of all matches; a few queries read the rows that are not
 * cached. When a document changed after the index was asked, the index is asked again, so that the page has
 * the documents that the index found.
 */
export async function listPage<T>(
  context: ReadContext,
  type: ContentType,
  query: PageQuery,
  { cached, make }: Making<T>,
): Promise<{ items: T[]; total: number }> {
  const { where, sort, limit, offset } = query;
  const chain = comparedChain(query.reading);
  const { ownerId } = context.seen.project;
  for (let { revision } = context, attempt = 1; ; attempt++) {
    const asked = { where, sort, limit, offset, chain };
    const page = await context.cache.types.find({ ...context, ownerId, type, revision }, asked);
    const { ids, versions, total } = page;
    const items = ids.map((id, at) => cached(id, versions[at]));
    const missing = ids.flatMap((id, at) =>
      items[at] === undefined ? [{ id, version: versions[at], at }] : [],
    );
    let isSame = true;
    if (missing.length > 0) {
      const wanted = new Map(missing.map((each) => [each.id, each]));
      for await (const rows of rowsOf(context, missing)) {
        const found = [...rows.keys()].flatMap((id) => wanted.get(id) ?? []);
        for (const { id } of found) wanted.delete(id);
        isSame &&= found.every(({ id, version }) => rows.get(id)?.version === version);
        // A page that is found to be out of date is asked for again, unless this is the last attempt.
        if (!isSame && attempt < ATTEMPTS) break;
        await inSlices(makeItems(found, { rows, items, make }));
      }
      isSame &&= wanted.size === 0;
    }
    if (isSame || attempt === ATTEMPTS) {
      context.dependencies.pages.push({ type, query: asked, page });
      return { items: items.flatMap((item) => (item === undefined ? [] : [item])), total };
    }
    ({ revision } = await readHead(context.cache.host.read, context.seen.project.id));
  }
}

/** Makes items one by one, because a page of large documents takes long. */
function* makeItems<T>(
  missing: readonly { id: string; at: number }[],
  {
    rows,
    items,
    make,
  }: { rows: ReadonlyMap<string, PayloadRow>; items: (T | undefined)[]; make: (row: PayloadRow) => T },
): Generator<void, void> {
  for (const { id, at } of missing) {
    const row = rows.get(id);
    if (row === undefined) continue;
    items[at] = make(row);
    yield;
  }
}

/**
 * Returns the texts of a page, or its total alone when there is no projection. `made` is called for each text
 * that is made.
 */
export async function listTexts(
  context: ReadContext,
  type: ContentType,
  query: PageQuery,
  { projection, made }: { projection: Projection | null; made?: (text: DocumentText) => void },
): Promise<{ placed: Placed[]; total: number }> {
  if (projection === null) {
    const { total } = await listPage(context, type, query, { cached: () => null, make: () => null });
    return { placed: [], total };
  }
  const texts = context.cache.documents.textsOf(context, projection.key);
  const { items, total } = await listPage<DocumentText | null>(context, type, query, {
    cached: texts.ofVersion,
    make(row) {
      const text = projection.make(row, type);
      if (text === null) return null;
      made?.(text);
      return texts.keep(context, text);
    },
  });
  return { placed: items.flatMap((text) => (text === null ? [] : [{ text, projection }])), total };
}

/** Returns the rows of a page. `read` is called for each of them before the next ones are read. */
export async function listRows(
  context: ReadContext,
  type: ContentType,
  query: PageQuery,
  read: (row: PayloadRow) => void,
): Promise<{ rows: PayloadRow[]; total: number }> {
  const { items, total } = await listPage(context, type, query, {
    cached: () => undefined,
    make(row) {
      read(row);
      return row;
    },
  });
  return { rows: items, total };
}
