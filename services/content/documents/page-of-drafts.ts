import { setImmediate } from "node:timers/promises";
import type { ParamsOf } from "../../../contracts/contract.js";
import type { listDocuments as contract } from "../../../contracts/content-documents.js";
import type { ContentFields } from "../../../contracts/content-schema.js";
import { ContentDocument } from "../../../entities/content-document.js";
import { placeholders } from "../../../runtime/placeholders.js";
import type { Reader } from "../../../runtime/transaction.js";
import { derivedColumns } from "./derived-columns.js";
import type { TypeContext } from "./type-context.js";

/** Which documents a list has. */
export interface Condition {
  sql: string;
  parameters: unknown[];
}

export interface PageRow {
  id: string;
  draftBytes: number;
  /** Null: nothing is published. */
  publishedBytes: number | null;
}

interface Row extends PageRow {
  createdAt: number;
  updatedAt: number;
}

interface Hit extends Row {
  titleKey: Buffer;
}

type Query = Pick<ParamsOf<typeof contract>, "sort" | "limit" | "offset"> & {
  /** Folded; empty: every title. */
  wanted: string;
};

const BATCH = 200;
/** The most bytes of drafts in memory at once; a single draft may be larger. */
const BATCH_BYTES = 2 * 1024 * 1024;

/**
 * A page of the documents of a type by their titles as the drafts have them, while the columns of titles are brought up
 * to date after a change of the type or of the default locale: exact, and as slow as reading all drafts of the type.
 */
export async function pageOfDrafts(
  read: Reader,
  typeContext: TypeContext,
  condition: Condition,
  { sort, limit, offset, wanted }: Query,
): Promise<{ page: PageRow[]; total: number }> {
  const hits: Hit[] = [];
  let after = "";
  for (;;) {
    const rows = await read.query<Row>(
      `SELECT id, createdAt, updatedAt, draftBytes, OCTET_LENGTH(published) AS publishedBytes FROM content_documents
        WHERE ${condition.sql} AND id > ? ORDER BY id LIMIT ${BATCH}`,
      [...condition.parameters, after],
    );
    const batch = within(rows);
    const last = batch.at(-1);
    if (last === undefined) break;
    hits.push(...(await hitsAmong(read, typeContext, batch, wanted)));
    after = last.id;
    // an embedded database answers without leaving the event loop
    await setImmediate();
  }
  const page = hits.toSorted(ORDERS[sort]).slice(offset, offset + limit);
  return { page, total: hits.length };
}

/** As many rows as fit into memory with their drafts, one at least. */
function within(rows: readonly Row[]): Row[] {
  let bytes = 0;
  return rows.filter(({ draftBytes }, index) => {
    bytes += Number(draftBytes);
    return index === 0 || bytes <= BATCH_BYTES;
  });
}

async function hitsAmong(
  read: Reader,
  { schema, locales }: TypeContext,
  batch: readonly Row[],
  wanted: string,
): Promise<Hit[]> {
  const ids = batch.map(({ id }) => id);
  const rows = await read.query<Record<string, unknown>>(
    `SELECT id, draft FROM content_documents WHERE id IN (${placeholders(ids)})`,
    ids,
  );
  const drafts = new Map(
    rows.map((row): [string, ContentFields] => [String(row.id), read.entity(ContentDocument, row).draft]),
  );
  return batch.flatMap((row) => {
    const draft = drafts.get(row.id);
    if (draft === undefined) return [];
    const { searchTitle, titleKey } = derivedColumns(schema, locales.defaultLocale, draft);
    return searchTitle.includes(wanted) ? [{ ...row, titleKey: Buffer.from(titleKey) }] : [];
  });
}

const byId = (one: Hit, other: Hit): number => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);

/** The orders of lists. Bytes of UTF-8 have the order of code points. */
const ORDERS: Readonly<Record<Query["sort"], (one: Hit, other: Hit) => number>> = {
  createdAt: (one, other) => Number(other.createdAt) - Number(one.createdAt) || byId(other, one),
  updatedAt: (one, other) => Number(other.updatedAt) - Number(one.updatedAt) || byId(other, one),
  title: (one, other) => Buffer.compare(one.titleKey, other.titleKey) || byId(one, other),
};
