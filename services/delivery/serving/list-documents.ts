import { comparedChain } from "../../../contracts/content-reading.js";
import { readHead } from "../../changes/index.js";
import type { ContentType, PayloadRow } from "../../content/index.js";
import type { ContentQuery } from "../query/parse-query.js";
import type { DocumentText } from "./document-text.js";
import { inSlices } from "./in-slices.js";
import type { Placed, Projection } from "./projection.js";
import { rowsOf } from "./read-rows.js";
import type { View } from "./view.js";

/** How often a page is asked for whose documents change while they are read. */
const ATTEMPTS = 5;

type PageQuery = Pick<ContentQuery, "where" | "sort" | "limit" | "offset" | "reading">;

/** What a page is made of: what is kept of a version of a document, or what is made of its row. */
interface Making<T> {
  kept(id: string, version: number | undefined): T | undefined;
  make(row: PayloadRow): T;
}

/**
 * A page in its order, with the exact total of all that match; one query for the rows that are not at hand. When a
 * document changed after the index was asked, the index is asked again: the documents are those that it found.
 */
export async function listPage<T>(
  view: View,
  type: ContentType,
  query: PageQuery,
  { kept, make }: Making<T>,
): Promise<{ items: T[]; total: number }> {
  const { where, sort, limit, offset } = query;
  const chain = comparedChain(query.reading);
  for (let { revision } = view, attempt = 1; ; attempt++) {
    const asked = { where, sort, limit, offset, chain };
    const page = await view.cache.find({ ...view, type, revision }, asked);
    const { ids, versions, total } = page;
    const items = ids.map((id, at) => kept(id, versions[at]));
    const missing = ids.flatMap((id, at) => (items[at] === undefined ? [{ id, version: versions[at] }] : []));
    const rows = await rowsOf(view, missing);
    const isSame = missing.every(({ id, version }) => rows.get(id)?.version === version);
    if (isSame || attempt === ATTEMPTS) {
      view.basis.pages.push({ type, query: asked, page });
      const wanted = ids.map((id, at) => ({ item: items[at], row: rows.get(id) }));
      return { items: await inSlices(makeItems(wanted, make)), total };
    }
    ({ revision } = await readHead(view.cache.host.read, view.seen.project.id));
  }
}

/** Step by step: a page of large documents takes long. */
function* makeItems<T>(
  wanted: readonly { item: T | undefined; row: PayloadRow | undefined }[],
  make: (row: PayloadRow) => T,
): Generator<void, T[]> {
  const made: T[] = [];
  for (const { item, row } of wanted) {
    if (item !== undefined) made.push(item);
    else if (row !== undefined) {
      made.push(make(row));
      yield;
    }
  }
  return made;
}

/** The texts of a page; without a projection its total alone. */
export async function listTexts(
  view: View,
  type: ContentType,
  query: PageQuery,
  projection: Projection | null,
): Promise<{ placed: Placed[]; total: number }> {
  if (projection === null) {
    const { total } = await listPage(view, type, query, { kept: () => null, make: () => null });
    return { placed: [], total };
  }
  const texts = view.cache.documents.textsOf(view, projection.key);
  const { items, total } = await listPage<DocumentText | null>(view, type, query, {
    kept: texts.ofVersion,
    make(row) {
      const made = projection.make(row, type);
      return made && texts.keep(view, made);
    },
  });
  return { placed: items.flatMap((text) => (text === null ? [] : [{ text, projection }])), total };
}

/** The rows of a page. */
export async function listRows(
  view: View,
  type: ContentType,
  query: PageQuery,
): Promise<{ rows: PayloadRow[]; total: number }> {
  const { items, total } = await listPage(view, type, query, {
    kept: () => undefined,
    make: (row) => row,
  });
  return { rows: items, total };
}
