import { ContentDocument, type HistoryMark } from "../../../../entities/content-document.js";
import { ContentReference } from "../../../../entities/content-reference.js";
import { ContentRevision } from "../../../../entities/content-revision.js";
import { chunks, placeholders } from "../../../../runtime/database/reader.js";
import type { Statement } from "../../../../runtime/database/statements.js";
import type { Reader, Tx } from "../../../../runtime/database/transaction.js";
import { STORED_BY_OWNER } from "../../../changes/index.js";
import { SEES_PROJECT } from "../../../projects/index.js";
import { HAS_LISTENERS } from "../../../webhooks/index.js";
import { HAS_PUBLISH_TRIGGERS } from "../../../workflows/index.js";

/** The references of a document once it is published. */
export interface References {
  documentId: string;
  /** True when there may be rows of an earlier publish. */
  isRepeated: boolean;
  rows: ContentReference[];
}

/** The columns of a document's row that a publish sets; the draft is published as it is. */
export interface Published {
  id: string;
  publishedAt: number;
  firstPublishedAt: number;
  history: HistoryMark;
  schemaVersion: number;
}

/**
 * Locks rows of several documents in the order of their ids until the transaction ends; deleted ones are left
 * out. A document whose draft or published payload is larger than `mostBytes` is locked too, but not read:
 * `larger` names it.
 */
export async function lockDocuments(
  tx: Tx,
  ids: readonly string[],
  mostBytes = Number.MAX_SAFE_INTEGER,
): Promise<{ documents: ReadonlyMap<string, ContentDocument>; larger: string[] }> {
  const rows = await tx.query<Record<string, unknown> & { lockedId: string }>(
    `SELECT l.id AS lockedId, d.* FROM content_documents l LEFT JOIN content_documents d
         ON d.id = l.id AND l.draftBytes <= ? AND COALESCE(OCTET_LENGTH(l.published), 0) <= ?
       WHERE l.id IN (${placeholders(ids)}) ORDER BY l.id${forUpdate(tx)}`,
    [mostBytes, mostBytes, ...ids],
  );
  const isRead = ({ id }: Record<string, unknown>) => id !== null;
  return {
    documents: new Map(rows.filter(isRead).map((row) => [row.lockedId, tx.entity(ContentDocument, row)])),
    larger: rows.filter((row) => !isRead(row)).map(({ lockedId }) => lockedId),
  };
}

export const forUpdate = ({ database }: Tx): string => (database.dialect === "sqlite" ? "" : " FOR UPDATE");

/** The facts about its project that a batch needs before anything else. */
export interface ProjectAsked {
  /** The accounts of the batch that see the project. */
  seers: ReadonlySet<string>;
  /** Two flags: the project has an enabled webhook, and it has a trigger that starts on publishes. */
  hasListeners: boolean;
  hasTriggers: boolean;
  /** The bytes that the content of all projects of the project's owner stores. */
  stored: number;
}

/**
 * Reads the facts in one statement: webhooks and triggers only for a batch with publishes, what is stored only for one that
 * `grows`.
 */
export async function askProject(
  tx: Tx,
  projectId: string,
  { accountIds, publishes, grows }: { accountIds: readonly string[]; publishes: boolean; grows: boolean },
): Promise<ProjectAsked> {
  const ids = [...new Set(accountIds)];
  const sees = ids.map((_id, at) => `${SEES_PROJECT} AS sees${at}`);
  const listens = [`${HAS_LISTENERS} AS hasListeners`, `${HAS_PUBLISH_TRIGGERS} AS hasTriggers`];
  const [row = {}] = await tx.query<Record<string, number | boolean>>(
    `SELECT ${[...sees, ...(publishes ? listens : []), ...(grows ? [`${STORED_BY_OWNER} AS stored`] : [])].join(", ")}`,
    [
      ...ids.flatMap((id) => [projectId, id, id]),
      ...(publishes ? [projectId, projectId] : []),
      ...(grows ? [projectId] : []),
    ],
  );
  const isTrue = (name: string): boolean => Number(row[name] ?? 0) === 1;
  return {
    seers: new Set(ids.filter((_id, at) => isTrue(`sees${at}`))),
    hasListeners: isTrue("hasListeners"),
    hasTriggers: isTrue("hasTriggers"),
    stored: Number(row.stored ?? 0),
  };
}

/** Returns the type names, by id, of those documents that exist in the project. */
export const readTargets = (
  read: Reader,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, string>> => typesOf(read, projectId, ids, "");

/**
 * Returns the type names like `readTargets`, and locks the documents: none of them is deleted or unpublished
 * until the transaction ends.
 */
export const lockTargets = (
  tx: Tx,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, string>> =>
  typesOf(tx, projectId, ids, tx.database.dialect === "sqlite" ? "" : " ORDER BY id LOCK IN SHARE MODE");

async function typesOf(
  read: Reader,
  projectId: string,
  ids: readonly string[],
  tail: string,
): Promise<Map<string, string>> {
  const types = new Map<string, string>();
  for (const chunk of chunks(ids)) {
    // `IS TRUE` keeps the index on the project from being used: the planners would read a project's whole
    // index instead of looking up some ids.
    const rows = await read.query<{ id: string; type: string }>(
      `SELECT id, type FROM content_documents
         WHERE id IN (${placeholders(chunk)}) AND (projectId = ?) IS TRUE${tail}`,
      [...chunk, projectId],
    );
    for (const { id, type } of rows) types.set(id, type);
  }
  return types;
}

/** Returns the statements that insert new documents, for `withCommit`. */
export const insertDocuments = (tx: Tx, documents: readonly ContentDocument[]): Statement[] =>
  tx.insertOf(ContentDocument, documents as never[]);

type Value = (row: Published) => number | string;

/** Returns the statement that stores publishes. The caller has locked the documents. */
export function updatePublished(rows: readonly Published[]): Statement[] {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const assignments = [
    assign("publishedAt", rows, ({ publishedAt }) => publishedAt),
    assign("firstPublishedAt", rows, ({ firstPublishedAt }) => firstPublishedAt),
    assign("updatedAt", rows, ({ publishedAt }) => publishedAt),
    assign("history", rows, ({ history }) => JSON.stringify(history)),
    assign("schemaVersion", rows, ({ schemaVersion }) => schemaVersion),
  ];
  return [
    {
      sql: `UPDATE content_documents SET status = 'published', isValid = 1, published = draft, publishedVersion = draftVersion,
       ${assignments.map(({ sql }) => sql).join(", ")} WHERE id IN (${placeholders(ids)})`,
      parameters: [...assignments.flatMap(({ parameters }) => parameters), ...ids],
    },
  ];
}

/** Returns an assignment that sets a column of each row to its own value. */
function assign(column: string, rows: readonly Published[], value: Value): Statement {
  const values = new Set(rows.map(value));
  if (values.size === 1) return { sql: `${column} = ?`, parameters: [...values] };
  const cases = rows.map(() => "WHEN ? THEN ?").join(" ");
  return {
    sql: `${column} = CASE id ${cases} END`,
    parameters: rows.flatMap((row) => [row.id, value(row)]),
  };
}

/** Returns the statements that insert revisions, for `withCommit`. */
export const insertRevisions = (tx: Tx, revisions: readonly ContentRevision[]): Statement[] =>
  tx.insertOf(ContentRevision, revisions as never[]);

/**
 * Returns the statements that replace the references of documents' previous published payloads. The caller
 * has locked the targets, so that none of them is deleted or unpublished in between.
 */
export function replaceReferences(tx: Tx, references: readonly References[]): Statement[] {
  const former = references.filter(({ isRepeated }) => isRepeated).map(({ documentId }) => documentId);
  const rows = references.flatMap((each) => each.rows);
  const inserts = Array.from(chunks(rows), (chunk) => tx.insertOf(ContentReference, chunk));
  if (former.length === 0) return inserts.flat();
  const sql = `DELETE FROM content_references WHERE documentId IN (${placeholders(former)})`;
  return [{ sql, parameters: former }, ...inserts.flat()];
}
