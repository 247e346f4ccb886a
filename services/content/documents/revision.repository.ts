import { In } from "typeorm";
import type { ContentFields } from "../../../contracts/content-schema.js";
import type { HistoryMark } from "../../../entities/content-document.js";
import { ContentDraftState } from "../../../entities/content-draft-state.js";
import { ContentRevision } from "../../../entities/content-revision.js";
import { deleteBatch } from "../../../runtime/database/delete-batch.js";
import type { Reader, Tx } from "../../../runtime/database/transaction.js";
import type { Host } from "../../../runtime/process/host.js";
import { addStored } from "../../changes/index.js";
import { measureRevisions, payloadBytes } from "../room/measure.repository.js";

/** A revision without its draft. */
export type RevisionRow = Pick<
  ContentRevision,
  "id" | "kind" | "version" | "schemaVersion" | "createdById" | "actor" | "createdAt"
>;

const COLUMNS = ["id", "kind", "version", "schemaVersion", "createdById", "actor", "createdAt"];

/** The columns of a document's row about the newest revision. */
interface Newest {
  historyText: string;
  draftVersion: number;
  draftSchemaVersion: number;
}

const NEWEST =
  "d.history AS historyText, d.draftVersion AS draftVersion, d.schemaVersion AS draftSchemaVersion";

/**
 * Returns a page of a document's history, newest first, and the history's length; null when the document is
 * gone. No payload is read.
 */
export async function pageOfRevisions(
  read: Reader,
  documentId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ revisions: RevisionRow[]; total: number } | null> {
  const [document] = await read.query<Newest>(`SELECT ${NEWEST} FROM content_documents d WHERE d.id = ?`, [
    documentId,
  ]);
  if (document === undefined) return null;
  const { mark, newest } = newestOf(document);
  // Revisions that are newer than the document's row at the first read are not part of the list.
  const before = [documentId, mark.seq];
  const [rows, counted] = await Promise.all([
    read.query<RevisionRow>(
      `SELECT ${COLUMNS.join(", ")} FROM content_revisions WHERE documentId = ? AND seq < ?
         ORDER BY seq DESC LIMIT ? OFFSET ?`,
      [...before, offset === 0 ? limit - 1 : limit, Math.max(0, offset - 1)],
    ),
    read.query<{ total: number }>(
      "SELECT COUNT(*) AS total FROM content_revisions WHERE documentId = ? AND seq < ?",
      before,
    ),
  ]);
  return {
    revisions: offset === 0 ? [newest, ...rows] : rows,
    total: Number(counted[0]?.total ?? 0) + 1,
  };
}

type Found = Newest & { [Column in keyof RevisionRow]: RevisionRow[Column] | null } & { payloadText: string };

/**
 * Returns a revision and its draft, or null for a revision of another document. One query reads both, so that
 * the draft cannot change in between (see entities/content-revision).
 */
export async function findRevision(
  read: Reader,
  id: string,
  revisionId: string,
): Promise<{ revision: RevisionRow; payload: ContentFields } | null> {
  const [found] = await read.query<Found>(
    `SELECT ${NEWEST}, ${COLUMNS.map((column) => `r.${column} AS ${column}`).join(", ")}, COALESCE(r.payload,
       (SELECT n.payload FROM content_revisions n
          WHERE n.documentId = d.id AND n.seq > r.seq AND n.payload IS NOT NULL ORDER BY n.seq LIMIT 1),
       d.draft) AS payloadText
     FROM content_documents d LEFT JOIN content_revisions r ON r.documentId = d.id AND r.id = ? WHERE d.id = ?`,
    [revisionId, id],
  );
  if (found === undefined) return null;
  const { mark, newest } = newestOf(found);
  const row = mark.id === revisionId ? newest : toRow(found);
  return row === null ? null : { revision: row, payload: JSON.parse(found.payloadText) as ContentFields };
}

/** Returns the joined revision, or null where the join found none. */
function toRow({
  id,
  kind,
  version,
  schemaVersion,
  createdById,
  actor,
  createdAt,
}: Found): RevisionRow | null {
  if (id === null || kind === null || version === null || schemaVersion === null || createdAt === null)
    return null;
  return { id, kind, version, schemaVersion, createdById, actor, createdAt };
}

function newestOf({ historyText, draftVersion, draftSchemaVersion }: Newest): {
  mark: HistoryMark;
  newest: RevisionRow;
} {
  const mark = JSON.parse(historyText) as HistoryMark;
  const newest = {
    id: mark.id,
    kind: mark.kind,
    version: draftVersion,
    schemaVersion: draftSchemaVersion,
    createdById: mark.by,
    actor: mark.actor ?? null,
    createdAt: mark.at,
  };
  return { mark, newest };
}

/** Inserts the newest revision of a document, with the draft that its row has now. */
export async function insertSnapshot(tx: Tx, documentId: string, mark: HistoryMark): Promise<void> {
  await tx.run(
    `INSERT INTO content_revisions
       (id, projectId, documentId, seq, kind, version, schemaVersion, createdById, actor, createdAt, payload, bytes)
     SELECT ?, projectId, id, ?, ?, draftVersion, schemaVersion, ?, ?, ?, draft, draftBytes FROM content_documents WHERE id = ?`,
    [mark.id, mark.seq, mark.kind, mark.by, mark.actor ?? null, mark.at, documentId],
  );
}

/** Deletes the snapshots of drafts except the newest ones. Returns the bytes of their payloads. */
export async function deleteDraftsBehind(tx: Tx, documentId: string, newest: number): Promise<number> {
  const [oldest] = await tx.query<{ seq: number }>(
    `SELECT seq FROM content_revisions WHERE documentId = ? AND kind = 'draft'
       ORDER BY seq DESC LIMIT 1 OFFSET ${newest - 1}`,
    [documentId],
  );
  if (oldest === undefined) return 0;
  const behind = "documentId = ? AND kind = 'draft' AND seq < ?";
  const parameters = [documentId, Number(oldest.seq)];
  const [removed] = await tx.query<{ bytes: number | null }>(
    `SELECT SUM(${payloadBytes(tx)}) AS bytes FROM content_revisions WHERE ${behind}`,
    parameters,
  );
  await tx.run(`DELETE FROM content_revisions WHERE ${behind}`, parameters);
  return Number(removed?.bytes ?? 0);
}

/**
 * Deletes a batch of the history, and of the states of drafts, of documents of a project that nobody sees any more.
 * Returns false while there is more.
 */
export async function deleteHistory(
  host: Pick<Host, "read" | "transact">,
  documents: readonly { id: string; projectId: string }[],
): Promise<boolean> {
  const those = In(documents.map(({ id }) => id));
  const projectId = documents[0]?.projectId ?? "";
  const count = async (tx: Tx, ids: readonly string[]) =>
    addStored(tx, projectId, -(await measureRevisions(tx, ids)));
  return (
    (await deleteBatch<ContentRevision>(host, ContentRevision, { documentId: those }, undefined, count)) &&
    (await deleteBatch<ContentDraftState>(host, ContentDraftState, { id: those }))
  );
}
