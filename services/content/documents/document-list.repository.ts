import type { ContentFields } from "../../../contracts/content-schema.js";
import { ContentDocument } from "../../../entities/content-document.js";
import { In } from "typeorm";
import { withinBytes } from "../../../runtime/database/delete-batch.js";
import { placeholders } from "../../../runtime/database/reader.js";
import type { Reader } from "../../../runtime/database/transaction.js";
import { loopTurns } from "../../../runtime/process/loop-turns.js";

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

/** Each is indexed together with the type; the first two also without it. */
const ORDERS = {
  createdAt: ["createdAt DESC", "id DESC"],
  updatedAt: ["updatedAt DESC", "id DESC"],
  title: ["titleKey ASC", "id ASC"],
} as const;

/** A part of a list, in its order. */
export interface PageOf {
  sort: keyof typeof ORDERS;
  limit: number;
  offset: number;
}

/** Columns of a document that lists show or need. */
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

/** A page of a list, and how many documents the whole list has. */
export async function pageOfRows(
  read: Reader,
  { sql, parameters }: Condition,
  { sort, limit, offset }: PageOf,
): Promise<{ page: PageRow[]; total: number }> {
  const [page, counted] = await Promise.all([
    // an index finds the page: rows that it skips are not read
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

/** The next documents of a list behind an id, in the order of their ids. */
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

/** Drafts by the document's id. */
export async function readDrafts(read: Reader, ids: readonly string[]): Promise<Map<string, ContentFields>> {
  const rows = await read.query<{ id: string; draft: string }>(
    `SELECT id, draft FROM content_documents WHERE id IN (${placeholders(ids)})`,
    ids,
  );
  return new Map(rows.map(({ id, draft }) => [id, JSON.parse(draft) as ContentFields]));
}

/** Documents in the order of the ids; one that was deleted in between is left out. Others run between large ones. */
export const readInOrder = (read: Reader, ids: readonly string[]): Promise<ContentDocument[]> =>
  inOrder(read, ids, "*");

/** The same without what is published, which may be far larger than drafts: `{}` says that there is something. */
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
    // the JSON of a row may have megabytes
    await loopTurns.pause();
    byId.set(String(row.id), read.entity(ContentDocument, row));
  }
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** What some documents of a type have in their `filled` column (`readFilled` reads it). */
export interface FilledValue {
  filledHash: string;
  filled: string;
  /** How many documents. */
  documents: number;
}

/** Every value of a type's `filled` column. There are few, however many documents there are, and no draft is read. */
export async function readFilledValues(read: Reader, typeId: string): Promise<FilledValue[]> {
  const rows = await read.query<FilledValue>(
    `SELECT grouped.filledHash, sample.filled, grouped.documents
       FROM (SELECT filledHash, MIN(id) AS sampleId, COUNT(*) AS documents
               FROM content_documents WHERE typeId = ? GROUP BY filledHash) grouped
       JOIN content_documents sample ON sample.id = grouped.sampleId`,
    [typeId],
  );
  return rows.map((row) => ({ ...row, documents: Number(row.documents) }));
}

/** The next documents of a group behind an id, with the sizes of their drafts. */
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

/** Ids of the next documents of a type behind an id. */
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

/** How many documents some types have together. */
export const countOfTypes = (read: Reader, typeIds: readonly string[]): Promise<number> =>
  read.count(ContentDocument, { typeId: In([...typeIds]) });

/** Some documents of a type; the order is left open. */
export const someOfType = (
  read: Reader,
  typeId: string,
  limit: number,
): Promise<{ id: string; projectId: string }[]> =>
  read.query(`SELECT id, projectId FROM content_documents WHERE typeId = ? LIMIT ${limit}`, [typeId]);

/** The first of some documents that are small enough to be deleted in one transaction. */
export const firstWithinBytes = (read: Reader, ids: readonly string[]): Promise<string[]> =>
  withinBytes(read, ContentDocument, ids);
