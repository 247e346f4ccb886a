import { v7 } from "uuid";
import type { RevisionActor, RevisionKind } from "../../../contracts/content-documents.js";
import { ServiceError } from "../../../contracts/errors.js";
import type { ContentDocument, HistoryMark } from "../../../entities/content-document.js";
import type { ContentRevision } from "../../../entities/content-revision.js";
import type { Tx } from "../../../runtime/database/transaction.js";
import { deleteDraftsBehind, insertSnapshot } from "./revision.repository.js";

/**
 * The milliseconds within which saves are one revision, and the number of draft snapshots that are kept, the document's own
 * among them (rules/content 34 and 35).
 */
const COALESCE_MS = 5 * 60_000;
const MAX_DRAFTS = 50;

/** The author of a revision: the account, and what acted for it. */
export interface Author {
  accountId: string;
  actor: RevisionActor;
}

/** An event of a document's history: its kind, author and time. */
export interface HistoryEvent {
  kind: RevisionKind;
  author: Author;
  now: number;
}

type Documented = Pick<ContentDocument, "id" | "projectId" | "draftVersion" | "schemaVersion" | "history">;

/** Returns the mark of a new document. */
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
 * Records a save before the document's row changes. Returns the document's new mark, and the bytes by which its stored
 * revisions grow. Saves by one person within five minutes are one revision (rules/content 34), so most of them write
 * nothing here; a save of an agent or a translation on the person's behalf is a revision of its own.
 */
export async function noteSave(
  tx: Tx,
  before: Documented & Pick<ContentDocument, "draftBytes">,
  event: HistoryEvent & { kind: "draft" | "restore" },
): Promise<{ history: HistoryMark; growth: number }> {
  const { history } = before;
  const { accountId, actor } = event.author;
  const isSame = history.kind === "draft" && history.by === accountId && history.actor === actor;
  if (event.kind === "draft" && isSame && event.now - history.at < COALESCE_MS) return { history, growth: 0 };
  // The draft still has the content of the former revision, and is about to change.
  await insertSnapshot(tx, before.id, history);
  const mark = nextMark(history, event);
  if (event.kind === "restore" || mark.drafts <= MAX_DRAFTS)
    return { history: mark, growth: before.draftBytes };
  // The revisions of publish, unpublish and restore stay.
  const removed = await deleteDraftsBehind(tx, before.id, MAX_DRAFTS - 1);
  return { history: { ...mark, drafts: MAX_DRAFTS }, growth: before.draftBytes - removed };
}

/** Returns a document's mark after an event. */
export const nextMark = ({ seq, drafts }: HistoryMark, { kind, author, now }: HistoryEvent): HistoryMark => ({
  id: v7(),
  seq: seq + 1,
  kind,
  by: author.accountId,
  actor: author.actor,
  at: now,
  drafts: kind === "draft" ? drafts + 1 : drafts,
});

/**
 * Returns the row of a document's newest revision. A publish or unpublish, which does not change the draft,
 * inserts it without a payload.
 */
export function pastRevision(before: Documented): ContentRevision {
  const { id, seq, kind, by, actor = null, at } = before.history;
  return {
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
    bytes: 0,
  };
}

/**
 * Returns the time of a change, which is always later than the previous one, even when the clocks of
 * processes differ.
 */
export const nextMoment = ({ updatedAt }: Pick<ContentDocument, "updatedAt">, now = Date.now()): number =>
  Math.max(now, updatedAt + 1);

/** Throws `conflict` with the current version. */
export function requireVersion(
  { draftVersion }: Pick<ContentDocument, "draftVersion">,
  baseVersion: number | undefined,
): void {
  if (baseVersion === undefined || baseVersion === draftVersion) return;
  throw new ServiceError(
    "conflict",
    `baseVersion is ${baseVersion}, and the draft is at version ${draftVersion}.`,
  );
}
