import { ContentDraftState } from "../../../entities/content-draft-state.js";
import type { Host } from "../../../runtime/host.js";
import { enqueue } from "../../../runtime/tasks/enqueue.js";
import type { TaskHandler, TaskOutcome } from "../../../runtime/tasks/task-handler.js";
import type { Tx } from "../../../runtime/transaction.js";
import { isOverweight } from "../draft/draft-limits.js";
import type { DraftServices } from "./draft-services.js";
import { bytesOf, type LiveState, type OpenedDocument } from "./draft-state.js";

/** The subject is the document. */
const QUEUE = "content.compact";

/** Queues a compaction when a save makes a state far larger than its content (decisions 10). */
export async function noteWeight(
  tx: Tx,
  before: OpenedDocument,
  after: { live: LiveState | null; draftBytes: number },
): Promise<void> {
  const { id, projectId, draftBytes } = before.document;
  if (!isOverweight(bytesOf(after.live), after.draftBytes)) return;
  // the task stays until the state is small enough again
  if (isOverweight(bytesOf(before.live), draftBytes)) return;
  await enqueue(tx, { queue: QUEUE, subject: id, payer: projectId });
}

/** Waits until no editor has sent an update for COMPACT_IDLE_SECONDS, then removes the state. */
export const compactTask = (host: Host): TaskHandler => ({
  queue: QUEUE,
  concurrency: 2,
  maxAttempts: Number.MAX_SAFE_INTEGER,
  run: (task) =>
    host.transact(async (tx): Promise<TaskOutcome> => {
      const state = await lockIfOversized(tx, task.subject);
      const waitMs = state === null ? 0 : state.editedAt + host.config.compactIdleMs - Date.now();
      if (waitMs > 0) return { again: { afterMs: waitMs } };
      if (state !== null) await dropState(tx, task.subject, state);
      await task.complete(tx);
      return undefined;
    }),
});

/**
 * Compacts at once, for a state that cannot take more edits. Returns the new epoch, or null when the state does not
 * need compaction.
 */
export const compactNow = ({ host }: DraftServices, documentId: string): Promise<number | null> =>
  host.transact(async (tx) => {
    const state = await lockIfOversized(tx, documentId);
    return state === null ? null : dropState(tx, documentId, state);
  });

interface OversizedState {
  epoch: number;
  editedAt: number;
}

/** A state that needs compaction, with its document locked; null when it does not, or the document is gone. */
async function lockIfOversized(tx: Tx, id: string): Promise<OversizedState | null> {
  const lock = tx.database.dialect === "sqlite" ? "" : " FOR UPDATE";
  const [row] = await tx.query<Record<"draftBytes" | "stateBytes" | "epoch" | "editedAt", number | null>>(
    `SELECT d.draftBytes, s.stateBytes, s.epoch, s.editedAt
       FROM content_documents d JOIN content_draft_states s ON s.id = d.id WHERE d.id = ?${lock}`,
    [id],
  );
  if (row === undefined || !isOverweight(Number(row.stateBytes), Number(row.draftBytes))) return null;
  return { epoch: Number(row.epoch), editedAt: Number(row.editedAt ?? 0) };
}

/**
 * The next editor that opens the document creates a new state from the draft. Buffered updates are dropped, because
 * they build on the old state.
 */
async function dropState(tx: Tx, id: string, state: OversizedState): Promise<number> {
  const epoch = state.epoch + 1;
  const nothing = { state: null, stateVector: null, buffered: null, moved: null, stateBytes: 0 };
  await tx.update(ContentDraftState, { id }, { epoch, ...nothing });
  return epoch;
}
