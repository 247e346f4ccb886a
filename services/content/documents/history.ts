import { v7 } from "uuid";
import type { RevisionActor, RevisionKind } from "../../../contracts/content-documents.js";
import type { ContentDocument, HistoryMark } from "../../../entities/content-document.js";
import { ContentRevision } from "../../../entities/content-revision.js";
import type { Tx } from "../../../runtime/transaction.js";

/** spec: Limits, Revisions. */
const COALESCE_MS = 5 * 60_000;
const MAX_DRAFTS = 50;

/** On whose behalf, and what did it. */
export interface Author {
  accountId: string;
  actor: RevisionActor;
}

/** Who did what, when. */
export interface HistoryEvent {
  kind: RevisionKind;
  author: Author;
  now: number;
}

type Documented = Pick<ContentDocument, "id" | "projectId" | "draftVersion" | "schemaVersion" | "history">;

/** The mark of a new document. */
export const firstMark = ({ accountId, actor }: Author, now: number): HistoryMark => ({
  id: v7(),
  seq: 1,
  kind: "draft",
  by: accountId,
  actor,
  at: now,
  drafts: 1,
});

/**
 * Records a save before the document's row changes, and returns the document's new mark. Saves by one person within
 * five minutes are one revision (spec: Content management), so most of them write nothing here; what an agent or a
 * translation makes on the person's behalf is a revision of its own.
 */
export async function noteSave(
  tx: Tx,
  before: Documented,
  event: HistoryEvent & { kind: "draft" | "restore" },
): Promise<HistoryMark> {
  const { history } = before;
  const { accountId, actor } = event.author;
  const isSame = history.kind === "draft" && history.by === accountId && history.actor === actor;
  if (event.kind === "draft" && isSame && event.now - history.at < COALESCE_MS) return history;
  // the draft has it now, and is about to change
  await tx.run(
    `INSERT INTO content_revisions
       (id, projectId, documentId, seq, kind, version, schemaVersion, createdById, actor, createdAt, payload)
     SELECT ?, projectId, id, ?, ?, draftVersion, schemaVersion, ?, ?, ?, draft FROM content_documents WHERE id = ?`,
    [history.id, history.seq, history.kind, history.by, history.actor ?? null, history.at, before.id],
  );
  const mark = nextMark(history, event);
  return event.kind === "draft" ? { ...mark, drafts: await prune(tx, before.id, mark.drafts) } : mark;
}

/** What an event makes of a document's mark. */
export const nextMark = ({ seq, drafts }: HistoryMark, { kind, author, now }: HistoryEvent): HistoryMark => ({
  id: v7(),
  seq: seq + 1,
  kind,
  by: author.accountId,
  actor: author.actor,
  at: now,
  drafts: kind === "draft" ? drafts + 1 : drafts,
});

/** Records a publish or unpublish, which do not change the draft, after the newest revision of `before`. */
export function noteEvent(tx: Tx, before: Documented): void {
  const { id, seq, kind, by, actor = null, at } = before.history;
  tx.insertCollected(ContentRevision, {
    id,
    projectId: before.projectId,
    documentId: before.id,
    seq,
    kind,
    version: before.draftVersion,
    schemaVersion: before.schemaVersion,
    createdById: by,
    actor,
    createdAt: at,
    payload: null,
  });
}

/** Keeps the newest 50 snapshots of drafts, the document's own among them; publish, unpublish and restore stay. */
async function prune(tx: Tx, documentId: string, drafts: number): Promise<number> {
  if (drafts <= MAX_DRAFTS) return drafts;
  const [oldest] = await tx.query<{ seq: number }>(
    `SELECT seq FROM content_revisions WHERE documentId = ? AND kind = 'draft'
       ORDER BY seq DESC LIMIT 1 OFFSET ${MAX_DRAFTS - 2}`,
    [documentId],
  );
  if (oldest !== undefined)
    await tx.run("DELETE FROM content_revisions WHERE documentId = ? AND kind = 'draft' AND seq < ?", [
      documentId,
      Number(oldest.seq),
    ]);
  return MAX_DRAFTS;
}
