import { v7 } from "uuid";
import type { RevisionKind } from "../../../contracts/content-documents.js";
import type { ContentDocument, HistoryMark } from "../../../entities/content-document.js";
import { ContentRevision } from "../../../entities/content-revision.js";
import type { Tx } from "../../../runtime/transaction.js";

/** spec: Limits, Revisions. */
const COALESCE_MS = 5 * 60_000;
const MAX_DRAFTS = 50;

type Documented = Pick<ContentDocument, "id" | "projectId" | "draftVersion" | "schemaVersion" | "history">;

interface Entry {
  kind: RevisionKind;
  version: number;
  schemaVersion: number;
  authorId: string;
  now: number;
}

/** The first revision of a new document, which takes further saves in, and the document's mark. */
export function beginHistory(
  document: Pick<ContentDocument, "id" | "projectId">,
  entry: Entry,
): { mark: HistoryMark; revision: ReturnType<typeof row> } {
  const revision = row(document, v7(), 1, entry);
  const open = { by: entry.authorId, since: entry.now, version: entry.version };
  return { mark: { id: revision.id, seq: 1, drafts: 1, open }, revision };
}

/**
 * Notes a save of the draft, before the document's row changes, and gives the document's new mark. Saves by one
 * person within five minutes are one revision (spec: Content management), so that most of them write nothing here.
 */
export async function noteSave(tx: Tx, before: Documented, entry: Entry): Promise<HistoryMark> {
  const { history } = before;
  const { open } = history;
  if (
    entry.kind === "draft" &&
    open !== null &&
    open.by === entry.authorId &&
    entry.now - open.since < COALESCE_MS
  )
    return history;
  // from now on the draft says something else than the newest revision
  await tx.run(
    `UPDATE content_revisions SET version = ?, schemaVersion = ?,
       payload = (SELECT draft FROM content_documents WHERE id = ?) WHERE id = ?`,
    [before.draftVersion, before.schemaVersion, before.id, history.id],
  );
  const id = v7();
  const seq = history.seq + 1;
  await tx.insert(ContentRevision, row(before, id, seq, entry));
  if (entry.kind !== "draft") return { id, seq, drafts: history.drafts, open: null };
  const drafts = await prune(tx, before.id, history.drafts + 1);
  return { id, seq, drafts, open: { by: entry.authorId, since: entry.now, version: entry.version } };
}

/** What a publish or unpublish, which leave the draft as it is, make of a document's mark. */
export const markEvent = ({ seq, drafts }: HistoryMark): HistoryMark => ({
  id: v7(),
  seq: seq + 1,
  drafts,
  open: null,
});

/** Writes the revision of a publish or unpublish, which is the newest one by `mark`. */
export async function noteEvent(
  tx: Tx,
  before: Documented,
  mark: HistoryMark,
  entry: Entry & { kind: "publish" | "unpublish" },
): Promise<void> {
  const { id, open } = before.history;
  // the version of one that took saves in was left to the document
  if (open !== null && open.version !== before.draftVersion)
    await tx.update(
      ContentRevision,
      { id },
      { version: before.draftVersion, schemaVersion: before.schemaVersion },
    );
  await tx.insert(ContentRevision, row(before, mark.id, mark.seq, entry));
}

const row = (
  { id: documentId, projectId }: Pick<ContentDocument, "id" | "projectId">,
  id: string,
  seq: number,
  { kind, version, schemaVersion, authorId, now }: Entry,
) => ({
  id,
  projectId,
  documentId,
  seq,
  kind,
  version,
  schemaVersion,
  createdById: authorId,
  createdAt: now,
  payload: null,
});

/** Keeps the newest 50 snapshots of drafts; publish, unpublish and restore stay. Gives how many are left. */
async function prune(tx: Tx, documentId: string, drafts: number): Promise<number> {
  if (drafts <= MAX_DRAFTS) return drafts;
  const [oldest] = await tx.query<{ seq: number }>(
    `SELECT seq FROM content_revisions WHERE documentId = ? AND kind = 'draft'
       ORDER BY seq DESC LIMIT 1 OFFSET ${MAX_DRAFTS - 1}`,
    [documentId],
  );
  if (oldest !== undefined)
    await tx.run("DELETE FROM content_revisions WHERE documentId = ? AND kind = 'draft' AND seq < ?", [
      documentId,
      Number(oldest.seq),
    ]);
  return MAX_DRAFTS;
}
