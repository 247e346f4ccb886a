import { setImmediate } from "node:timers/promises";
import type { ParamsOf } from "../../../contracts/contract.js";
import type { listDocuments as contract } from "../../../contracts/content-documents.js";
import { finderOf } from "../../../contracts/find-text.js";
import { currentDeadline } from "../../../runtime/concurrency/current-call.js";
import type { Reader } from "../../../runtime/database/transaction.js";
import { loopTurns } from "../../../runtime/process/loop-turns.js";
import { derivedColumns } from "./derived-columns.js";
import {
  type Condition,
  type PageRow,
  readDrafts,
  rowsAfter,
  type UnsortedRow,
} from "./document-list.repository.js";
import type { TypeContext } from "../types/type-context.repository.js";

interface Hit extends UnsortedRow {
  titleKey: Buffer;
}

type Query = Pick<ParamsOf<typeof contract>, "sort" | "limit" | "offset"> & {
  /** The folded text that a title must contain; an empty text matches every title. */
  wanted: string;
};

const BATCH = 200;
/** The most bytes of drafts in memory at once; a single draft may be larger. */
const BATCH_BYTES = 2 * 1024 * 1024;

/**
 * Returns a page of a type's documents by the titles in their drafts, while the columns of titles are brought
 * up to date after a change of the type or of the default locale. The page is exact, and as slow as reading
 * all drafts of the type.
 */
export async function pageOfDrafts(
  read: Reader,
  typeContext: TypeContext,
  condition: Condition,
  { sort, limit, offset, wanted }: Query,
): Promise<{ page: PageRow[]; total: number }> {
  const hits: Hit[] = [];
  const find = finderOf(wanted);
  let after = "";
  for (;;) {
    const rows = await rowsAfter(read, condition, after, BATCH);
    const last = rows.at(-1);
    if (last === undefined) break;
    for (let rest = rows; rest.length > 0;) {
      const batch = within(rest);
      hits.push(...(await hitsAmong(read, typeContext, batch, find)));
      currentDeadline()?.refuseLate();
      // An embedded database answers without leaving the event loop, so the loop is released here.
      await setImmediate();
      rest = rest.slice(batch.length);
    }
    after = last.id;
  }
  const page = hits.toSorted(ORDERS[sort]).slice(offset, offset + limit);
  return { page, total: hits.length };
}

/** Returns the first rows whose drafts together fit into memory; at least one. */
export function within<Row extends PageRow>(rows: readonly Row[]): Row[] {
  let bytes = 0;
  return rows.filter(({ draftBytes }, index) => {
    bytes += Number(draftBytes);
    return index === 0 || bytes <= BATCH_BYTES;
  });
}

async function hitsAmong(
  read: Reader,
  { schema, locales }: TypeContext,
  batch: readonly UnsortedRow[],
  find: ReturnType<typeof finderOf>,
): Promise<Hit[]> {
  const drafts = await readDrafts(
    read,
    batch.map(({ id }) => id),
  );
  const hits: Hit[] = [];
  for (const row of batch) {
    const draft = drafts.get(row.id);
    if (draft === undefined) continue;
    // Titles may be long, and there may be many.
    await loopTurns.pause();
    const { searchTitle, titleKey } = derivedColumns(schema, locales.defaultLocale, draft);
    if (find(searchTitle, 0) !== -1) hits.push({ ...row, titleKey: Buffer.from(titleKey) });
  }
  return hits;
}

const byId = (one: Hit, other: Hit): number => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);

/** The orders of lists. Bytes of UTF-8 have the order of code points. */
const ORDERS: Readonly<Record<Query["sort"], (one: Hit, other: Hit) => number>> = {
  createdAt: (one, other) => Number(other.createdAt) - Number(one.createdAt) || byId(other, one),
  updatedAt: (one, other) => Number(other.updatedAt) - Number(one.updatedAt) || byId(other, one),
  title: (one, other) => Buffer.compare(one.titleKey, other.titleKey) || byId(one, other),
};
