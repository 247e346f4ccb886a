import { comparedChain } from "../../../contracts/content-reading.js";
import { readHead } from "../../changes/index.js";
import type { ContentType, PayloadRow } from "../../content/index.js";
import type { ContentQuery } from "../query/parse-query.js";
import type { DocumentText } from "./document-text.js";
import { inSlices } from "./in-slices.js";
import type { Placed, Projection } from "./projection.js";
import { rowsOf } from "./read-rows.js";
import { inRowBatches } from "./row-batches.js";
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
 * A page in its order, with the exact total of all that match; few queries for the rows that are not at hand. When a
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
    const missing = ids.flatMap((id, at) =>
      items[at] === undefined ? [{ id, version: versions[at], at }] : [],
    );
    let isSame = true;
    await inRowBatches(missing, async (some) => {
      // what is found out of date is asked for again, as often as there is time for
      if (!isSame && attempt < ATTEMPTS) return [];
      const rows = await rowsOf(view, some);
      isSame &&= some.every(({ id, version }) => rows.get(id)?.version === version);
      if (isSame || attempt === ATTEMPTS) await inSlices(makeItems(some, { rows, items, make }));
      return rows.values();
    });
    if (isSame || attempt === ATTEMPTS) {
      view.basis.pages.push({ type, query: asked, page });
      return { items: items.flatMap((item) => (item === undefined ? [] : [item])), total };
    }
    ({ revision } = await readHead(view.cache.host.read, view.seen.project.id));
  }
}

/** Step by step: a page of large documents takes long. */
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

/** The texts of a page; without a projection its total alone. `made` counts those that are made for it. */
export async function listTexts(
  view: View,
  type: ContentType,
  query: PageQuery,
  { projection, made }: { projection: Projection | null; made?: (text: DocumentText) => void },
): Promise<{ placed: Placed[]; total: number }> {
  if (projection === null) {
    const { total } = await listPage(view, type, query, { kept: () => null, make: () => null });
    return { placed: [], total };
  }
  const texts = view.cache.documents.textsOf(view, projection.key);
  const { items, total } = await listPage<DocumentText | null>(view, type, query, {
    kept: texts.ofVersion,
    make(row) {
      const text = projection.make(row, type);
      if (text === null) return null;
      made?.(text);
      return texts.keep(view, text);
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
