import { In } from "typeorm";
import { v7 } from "uuid";
import { ContentChange } from "../../entities/content-change.js";
import { ContentHead } from "../../entities/content-head.js";
import { deleteBatch } from "../../runtime/database/delete-batch.js";
import { chunks, placeholders } from "../../runtime/database/reader.js";
import type { Statement } from "../../runtime/database/statements.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";
import type { Host } from "../../runtime/process/host.js";
import { STORED_MORE } from "./stored.repository.js";

/** What a transaction changed, as the document indexes of delivery need it. */
export interface NewChange {
  /** `document`: one of them. `type`: its schema, or all its documents. `links`: whether the project has a file. */
  kind: ContentChange["kind"];
  /** False: only what preview tokens see. */
  isPublished: boolean;
  typeId?: string;
  documentId?: string;
  /** Of `links`; without it, any file. */
  storageId?: string;
}

/** The latest revisions of a project's content. */
export interface Head {
  /** Of the newest change. */
  revision: number;
  /** Of the newest change of what is published. */
  publishedRevision: number;
}

/** A project in which nothing has changed yet. */
export const FIRST_HEAD: Head = { revision: 0, publishedRevision: 0 };

/** The heads of some projects, by the project's id; those without a change are left out. One read by primary keys. */
export async function readHeads(read: Reader, projectIds: readonly string[]): Promise<Map<string, Head>> {
  const rows = await read.query<Head & { id: string }>(
    `SELECT id, revision, publishedRevision FROM content_heads WHERE id IN (${placeholders(projectIds)})`,
    projectIds,
  );
  return new Map(
    rows.map(({ id, revision, publishedRevision }) => [
      id,
      { revision: Number(revision), publishedRevision: Number(publishedRevision) },
    ]),
  );
}

/** The head of one project. */
export const readHead = async (read: Reader, projectId: string): Promise<Head> =>
  (await readHeads(read, [projectId])).get(projectId) ?? FIRST_HEAD;

/** One change of a project's content, in the order in which they were committed. */
export type Change = Pick<
  ContentChange,
  "revision" | "kind" | "isPublished" | "typeId" | "documentId" | "storageId"
>;

/**
 * The changes after a revision, up to one that the caller has read from the head; at most `limit`, so the revision of
 * the last one says where to continue. Null when one of these rows has been removed: read everything again.
 */
export async function readChanges(
  read: Reader,
  projectId: string,
  { after, upTo }: { after: number; upTo: number },
  limit = 1000,
): Promise<Change[] | null> {
  if (upTo <= after) return [];
  const rows = await read.query<Change>(
    `SELECT revision, kind, isPublished, typeId, documentId, storageId FROM content_changes
       WHERE projectId = ? AND revision > ? AND revision <= ? ORDER BY revision LIMIT ?`,
    [projectId, after, upTo, limit],
  );
  // Revisions are unique and have no gaps, so that many rows that end there are all of them.
  const count = Math.min(upTo - after, limit);
  if (rows.length < count || Number(rows.at(-1)?.revision) !== after + count) return null;
  return rows.map((row) => ({
    ...row,
    revision: Number(row.revision),
    isPublished: Boolean(Number(row.isPublished)),
  }));
}

/** Of a server: what `LAST_INSERT_ID(revision)` noted when the head was written, on this connection. */
const REVISION = "LAST_INSERT_ID()";

/** Creates the head where it is missing, by one statement, so that two concurrent first changes both count. */
export function advanceHead(
  tx: Tx,
  projectId: string,
  changes: readonly NewChange[],
  growth: number,
): Statement {
  const lastPublished = changes.findLastIndex(({ isPublished }) => isPublished) + 1;
  // MySQL assigns from left to right: `revision` is still the old one where it is first read.
  const isServer = tx.database.dialect !== "sqlite";
  const noted = (value: string) => (isServer ? `LAST_INSERT_ID(${value})` : value);
  const inserted = [projectId, changes.length, lastPublished, Math.max(0, growth)];
  return {
    sql: `INSERT INTO content_heads (id, revision, publishedRevision, storedBytes) VALUES (?, ${noted("?")}, ?, ?)
       ${isServer ? "ON DUPLICATE KEY UPDATE" : "ON CONFLICT (id) DO UPDATE SET"}
       publishedRevision = CASE WHEN ? > 0 THEN revision + ? ELSE publishedRevision END,
       storedBytes = ${STORED_MORE}, revision = ${noted("revision + ?")}`,
    parameters: [...inserted, lastPublished, lastPublished, growth, growth, changes.length],
  };
}

/** Revisions are counted by the server, so that nobody waits to be told the one of the head. */
export function insertChanges(
  tx: Tx,
  projectId: string,
  count: number,
  changes: readonly (readonly [number, NewChange])[],
): Statement {
  const createdAt = Date.now();
  const isServer = tx.database.dialect !== "sqlite";
  const newest = isServer ? REVISION : "(SELECT revision FROM content_heads WHERE id = ?)";
  const rows = changes.map(([at, { kind, isPublished, typeId, documentId, storageId }]) => [
    v7(),
    projectId,
    ...(isServer ? [] : [projectId]),
    count - 1 - at,
    kind,
    isPublished ? 1 : 0,
    typeId ?? null,
    documentId ?? null,
    storageId ?? null,
    createdAt,
  ]);
  return {
    sql: `INSERT INTO content_changes (id, projectId, revision, kind, isPublished, typeId, documentId, storageId, createdAt)
       VALUES ${rows.map(() => `(?, ?, ${newest} - ?, ?, ?, ?, ?, ?, ?)`).join(", ")}`,
    parameters: rows.flat(),
  };
}

/** The last revision in each project among the oldest rows that were made before a moment; none: there are none. */
export const newestOfOldest = (
  read: Reader,
  before: number,
  limit: number,
): Promise<{ projectId: string; revision: number }[]> =>
  read.query(
    `SELECT projectId, MAX(revision) AS revision FROM
       (SELECT projectId, revision FROM content_changes WHERE createdAt < ? ORDER BY createdAt LIMIT ?) AS oldest
       GROUP BY projectId`,
    [before, limit],
  );

/** Deletes the first changes of a project up to a revision. Gives how many. */
export async function deleteChanges(
  host: Pick<Host, "read" | "transact">,
  projectId: string,
  upTo: number,
  limit: number,
): Promise<number> {
  const rows = await host.read.query<{ id: string }>(
    "SELECT id FROM content_changes WHERE projectId = ? AND revision <= ? ORDER BY revision LIMIT ?",
    [projectId, upTo, limit],
  );
  if (rows.length > 0)
    await host.transact((tx) => tx.delete(ContentChange, { id: In(rows.map(({ id }) => id)) }));
  return rows.length;
}

/** Deletes some of what a deleted project changed, and its head last. True: nothing is left. May be repeated. */
export const deleteChangesOfProject = async (
  host: Pick<Host, "read" | "transact">,
  projectId: string,
): Promise<boolean> =>
  (await deleteBatch(host, ContentChange, { projectId })) &&
  (await deleteBatch(host, ContentHead, { id: projectId }));

/** Of one statement. */
const ROWS = 500;

/**
 * Notes what the transaction changed in a project's content, and by how many bytes more its drafts and revisions have
 * (`growth`). It is written with the COMMIT, for it locks the project's head: that lock orders the commits, so that a reader
 * who has seen revision n has seen all before it, and revisions have no gaps.
 */
export function recordChanges(tx: Tx, projectId: string, changes: readonly NewChange[], growth = 0): void {
  if (changes.length === 0) return;
  tx.withCommit([
    advanceHead(tx, projectId, changes, growth),
    ...Array.from(chunks([...changes.entries()], ROWS), (chunk) =>
      insertChanges(tx, projectId, changes.length, chunk),
    ),
  ]);
}
