import type { ContentFields } from "../../../contracts/content-schema.js";
import { ContentDocument } from "../../../entities/content-document.js";
import { In } from "typeorm";
import { currentDeadline } from "../../../runtime/concurrency/current-call.js";
import { withinBytes } from "../../../runtime/database/delete-batch.js";
import { placeholders } from "../../../runtime/database/reader.js";
import type { Reader } from "../../../runtime/database/transaction.js";
import { loopTurns } from "../../../runtime/process/loop-turns.js";

/** The condition that selects the documents of a list. */
export interface Condition {
  sql: string;
  parameters: unknown[];
}

export interface PageRow {
  id: string;
  draftBytes: number;
  /** The bytes of the published payload; null when nothing is published. */
  publishedBytes: number | null;
}

/** The orders of lists. Each is indexed together with the type; the first two also without it. */
const ORDERS = {
  createdAt: ["createdAt DESC", "id DESC"],
  updatedAt: ["updatedAt DESC", "id DESC"],
  title: ["titleKey ASC", "id ASC"],
} as const;

/** The part of a list that a page shows, and the list's order. */
export interface PageOf {
  sort: keyof typeof ORDERS;
  limit: number;
  offset: number;
}

/** The columns of a document that lists show or need. */
const COLUMNS = [
  "id",
  "projectId",
  "typeId",
  "type",
  "status",
  "draftVersion",
  "schemaVersion",
  "draftBytes",
  "publishedVersion",
  "publishedAt",
  "firstPublishedAt",
  "createdAt",
  "updatedAt",
  "draft",
] as const;

/** Returns a page of a list, and the number of documents in the whole list. */
export async function pageOfRows(
  read: Reader,
  { sql, parameters }: Condition,
  { sort, limit, offset }: PageOf,
): Promise<{ page: PageRow[]; total: number }> {
  const [page, counted] = await Promise.all([
    // An index finds the page, so skipped rows are not read.
    read.query<PageRow>(
      `SELECT d.id AS id, d.draftBytes AS draftBytes, OCTET_LENGTH(d.published) AS publishedBytes
        FROM (SELECT id FROM content_documents WHERE ${sql} ORDER BY ${ORDERS[sort].join()} LIMIT ? OFFSET ?) page
        JOIN content_documents d ON d.id = page.id ORDER BY ${ORDERS[sort].map((key) => `d.${key}`).join()}`,
      [...parameters, limit, offset],
    ),
    read.query<{ total: number }>(`SELECT COUNT(*) AS total FROM content_documents WHERE ${sql}`, parameters),
  ]);
  return { page, total: Number(counted[0]?.total ?? 0) };
}

/** A row of a list whose titles are made from the drafts. */
export interface UnsortedRow extends PageRow {
  createdAt: number;
  updatedAt: number;
}

/** Returns the next documents of a list after an id, in the order of their ids. */
export const rowsAfter = (
  read: Reader,
  { sql, parameters }: Condition,
  after: string,
  limit: number,
): Promise<UnsortedRow[]> =>
  read.query<UnsortedRow>(
    `SELECT id, createdAt, updatedAt, draftBytes, OCTET_LENGTH(published) AS publishedBytes FROM content_documents
      WHERE ${sql} AND id > ? ORDER BY id LIMIT ${limit}`,
    [...parameters, after],
  );

/** Returns drafts by the document's id. */
export async function readDrafts(read: Reader, ids: readonly string[]): Promise<Map<string, ContentFields>> {
  const rows = await read.query<{ id: string; draft: string }>(
    `SELECT id, draft FROM content_documents WHERE id IN (${placeholders(ids)})`,
    ids,
  );
  return new Map(rows.map(({ id, draft }) => [id, JSON.parse(draft) as ContentFields]));
}

/**
 * Returns documents in the order of the ids; a document that was deleted in between is left out. Other work
 * runs between large ones.
 */
export const readInOrder = (read: Reader, ids: readonly string[]): Promise<ContentDocument[]> =>
  inOrder(read, ids, "*");

/**
 * Returns documents like `readInOrder`, but without their published payloads, which may be far larger than
 * drafts: `{}` stands for a payload.
 */
export const readWithoutPublished = (read: Reader, ids: readonly string[]): Promise<ContentDocument[]> =>
  inOrder(read, ids, `${COLUMNS.join()}, CASE WHEN published IS NULL THEN NULL ELSE '{}' END AS published`);

async function inOrder(read: Reader, ids: readonly string[], columns: string): Promise<ContentDocument[]> {
  if (ids.length === 0) return [];
  const rows = await read.query<Record<string, unknown>>(
    `SELECT ${columns} FROM content_documents WHERE id IN (${placeholders(ids)})`,
    ids,
  );
  const byId = new Map<string, ContentDocument>();
  for (const row of rows) {
    // The JSON of a row may have megabytes.
    await loopTurns.pause();
    byId.set(String(row.id), read.entity(ContentDocument, row));
  }
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** A value of the `filled` column that some documents of a type have (`readFilled` reads it). */
export interface FilledValue {
  filledHash: string;
  filled: string;
  /** The number of documents with this value. */
  documents: number;
}

/** The values that one statement reads at most, and the bytes of one of them; a longer value is read alone. */
const VALUES = 250;
const VALUE_BYTES = 4 * 1024;

/**
 * Yields every value of a type's `filled` column, and reads no draft. Most types have few values, however many
 * documents they have; but a draft may name made-up locales, so that its value has megabytes. Therefore the values
 * are read in parts, and other work runs in between. A document that changes meanwhile may be missed. Throws
 * `unavailable` when nobody waits for the values any more.
 */
export async function* readFilledValues(read: Reader, typeId: string): AsyncGenerator<FilledValue> {
  for (let after = ""; ;) {
    const rows = await read.query<Omit<FilledValue, "filled"> & { filled: string | null }>(
      `SELECT grouped.filledHash, grouped.documents,
          CASE WHEN OCTET_LENGTH(sample.filled) <= ${VALUE_BYTES} THEN sample.filled END AS filled
         FROM (SELECT filledHash, MIN(id) AS sampleId, COUNT(*) AS documents FROM content_documents
                WHERE typeId = ? AND filledHash > ? GROUP BY filledHash ORDER BY filledHash LIMIT ${VALUES}) grouped
         JOIN content_documents sample ON sample.id = grouped.sampleId ORDER BY grouped.filledHash`,
      [typeId, after],
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    for (const { filledHash, documents, filled } of rows) {
      const whole = filled ?? (await readFilledValue(read, typeId, filledHash));
      if (whole !== null) yield { filledHash, filled: whole, documents: Number(documents) };
      await loopTurns.pause();
    }
    currentDeadline()?.refuseLate();
    after = last.filledHash;
  }
}

/** Returns the value of this hash; null when no document has it any more. */
async function readFilledValue(read: Reader, typeId: string, filledHash: string): Promise<string | null> {
  const [row] = await read.query<{ filled: string }>(
    "SELECT filled FROM content_documents WHERE typeId = ? AND filledHash = ? LIMIT 1",
    [typeId, filledHash],
  );
  currentDeadline()?.refuseLate();
  return row?.filled ?? null;
}

/** Returns the next documents of a group after an id, with the sizes of their drafts. */
export const groupAfter = (
  read: Reader,
  { typeId, filledHash }: { typeId: string; filledHash: string },
  after: string,
  limit: number,
): Promise<{ id: string; draftBytes: number }[]> =>
  read.query<{ id: string; draftBytes: number }>(
    `SELECT id, draftBytes FROM content_documents WHERE typeId = ? AND filledHash = ? AND id > ?
      ORDER BY id LIMIT ${limit}`,
    [typeId, filledHash, after],
  );

/** Returns the ids of the next documents of a type after an id. */
export async function idsAfter(
  read: Reader,
  typeId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await read.query<{ id: string }>(
    "SELECT id FROM content_documents WHERE typeId = ? AND id > ? ORDER BY id LIMIT ?",
    [typeId, after, limit],
  );
  return rows.map(({ id }) => id);
}

/** Returns the number of documents that some types have together. */
export const countOfTypes = (read: Reader, typeIds: readonly string[]): Promise<number> =>
  read.count(ContentDocument, { typeId: In([...typeIds]) });

/** Returns some documents of a type, in no particular order. */
export const someOfType = (
  read: Reader,
  typeId: string,
  limit: number,
): Promise<{ id: string; projectId: string }[]> =>
  read.query(`SELECT id, projectId FROM content_documents WHERE typeId = ? LIMIT ${limit}`, [typeId]);

/** Returns the first of some documents that are small enough to be deleted in one transaction. */
export const firstWithinBytes = (read: Reader, ids: readonly string[]): Promise<string[]> =>
  withinBytes(read, ContentDocument, ids);
