import type { Host } from "../../../runtime/process/host.js";
import { enqueue, type TaskHandler, type TaskOutcome } from "../../../engines/durable-queue/index.js";
import type { Tx } from "../../../runtime/database/transaction.js";
import { payerOfWork } from "../../projects/index.js";
import { isOverweight } from "../draft/draft-limits.js";
import type { DraftServices } from "./draft-services.js";
import {
  bytesOf,
  clearState,
  type LiveState,
  lockStateSize,
  type OpenedDocument,
  type StateSize,
} from "./draft-state.repository.js";

/** The queue of compactions; the subject of a task is the document's id. */
const QUEUE = "content.compact";

/** Queues a compaction when a save makes a state far larger than its content (rules/content 54). */
export async function noteWeight(
  tx: Tx,
  before: OpenedDocument,
  after: { live: LiveState | null; draftBytes: number },
): Promise<void> {
  const { id, projectId, draftBytes } = before.document;
  if (!isOverweight(bytesOf(after.live), after.draftBytes)) return;
  // The task stays until the state is small enough again.
  if (isOverweight(bytesOf(before.live), draftBytes)) return;
  await enqueue(tx, { queue: QUEUE, subject: id, payer: await payerOfWork(tx, projectId) });
}

/**
 * Makes the task handler that waits until no editor has sent an update for COMPACT_IDLE_SECONDS, then removes
 * the state.
 */
export const compactTask = (host: Pick<Host, "config" | "transact">): TaskHandler => ({
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

/**
 * Locks a document and returns the size of its state; returns null when the state does not need compaction,
 * or the document is gone.
 */
async function lockIfOversized(tx: Tx, id: string): Promise<StateSize | null> {
  const size = await lockStateSize(tx, id);
  return size !== null && isOverweight(size.stateBytes, size.draftBytes) ? size : null;
}

/**
 * Removes a state and returns the new epoch. Buffered updates are removed with the state, because they build
 * on it.
 */
async function dropState(tx: Tx, id: string, state: StateSize): Promise<number> {
  const epoch = state.epoch + 1;
  await clearState(tx, id, epoch);
  return epoch;
}
