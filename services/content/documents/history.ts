import { v7 } from "uuid";
import type { RevisionActor, RevisionKind } from "../../../contracts/content-documents.js";
import { ServiceError } from "../../../contracts/errors.js";
import type { ContentDocument, HistoryMark } from "../../../entities/content-document.js";
import type { ContentRevision } from "../../../entities/content-revision.js";
import type { Tx } from "../../../runtime/database/transaction.js";
import { deleteDraftsBehind, insertSnapshot } from "./revision.repository.js";

/** Saves within this time are one revision, and so many snapshots are kept (rules/content 34 and 35). */
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
 * five minutes are one revision (rules/content 34), so most of them write nothing here; what an agent or a
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
  await insertSnapshot(tx, before.id, history);
  const mark = nextMark(history, event);
  return event.kind === "draft"
    ? { ...mark, drafts: await keepNewestDrafts(tx, before.id, mark.drafts) }
    : mark;
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

/** The row of a document's newest revision, which a publish or unpublish, which do not change the draft, writes down behind it. */
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
  };
}

/** Keeps the newest 50 snapshots of drafts, the document's own among them; publish, unpublish and restore stay. */
async function keepNewestDrafts(tx: Tx, documentId: string, drafts: number): Promise<number> {
  if (drafts <= MAX_DRAFTS) return drafts;
  await deleteDraftsBehind(tx, documentId, MAX_DRAFTS - 1);
  return MAX_DRAFTS;
}

/** The time of a change: always later than the previous one, even when the clocks of processes differ. */
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
