import type { Host } from "../../../runtime/process/host.js";
import type { TaskHandler } from "../../../engines/durable-queue/index.js";
import type { Tx } from "../../../runtime/database/transaction.js";
import { addStored } from "../../changes/index.js";
import { emitAll, findListeners } from "../../webhooks/index.js";
import { deletionOf } from "../documents/delete-document.js";
import { firstWithinBytes, someOfType } from "../documents/document-list.repository.js";
import { eraseDocuments, lockDeleted } from "../documents/document.repository.js";
import { deleteHistory } from "../documents/revision.repository.js";
import { deleteFormerFields } from "./former-fields.repository.js";
import { deleteTypeRow, deleteVersions } from "./type.repository.js";

/** The queue of deletions; the subject of a task is a type that is marked as deleted. */
export const LEAVING_QUEUE = "content.type";

const BATCH = 100;
/** The most deliveries that one transaction writes: each document has one for each webhook. */
const DELIVERIES = 500;

/** The milliseconds that the task works on a type before the types of other accounts get their turn. */
const TURN_MS = 5000;

/**
 * Makes the task handler that continues deletions that a request left, and retries without a limit. A type with
 * many documents takes several turns, of a batch at least.
 */
export const purgeTask = (
  host: Pick<Host, "read" | "transact" | "tasks">,
  turnMs = TURN_MS,
): TaskHandler => ({
  queue: LEAVING_QUEUE,
  concurrency: 2,
  maxAttempts: Number.MAX_SAFE_INTEGER,
  async run({ subject, signal }) {
    const until = performance.now() + turnMs;
    while (!(await purgeBatch(host, subject)))
      if (signal.aborted || performance.now() > until) return { again: { afterMs: 0 } };
    return undefined;
  },
});

/**
 * Removes some documents of a deleted type, each with its `document.delete`, and at last the type itself and
 * its task. Returns true when nothing is left. The call may be repeated, and may run in several processes at
 * once: an event is sent in the transaction that removes its document's row.
 */
export async function purgeBatch(
  host: Pick<Host, "read" | "transact" | "tasks">,
  typeId: string,
): Promise<boolean> {
  const documents = await someOfType(host.read, typeId, BATCH);
  const [first] = documents;
  if (first !== undefined) {
    // Nobody sees the documents any more, so their history may be removed before them.
    if (!(await deleteHistory(host, documents))) return false;
    const listeners = await findListeners(host.read, first.projectId);
    const most = Math.max(1, Math.floor(DELIVERIES / Math.max(1, listeners.length)));
    const some = documents.slice(0, most).map(({ id }) => id);
    const ids = await firstWithinBytes(host.read, some);
    await host.transact((tx) => removeDocuments(host, tx, ids));
    return false;
  }
  if (!(await deleteVersions(host, typeId))) return false;
  await host.transact(async (tx) => {
    await deleteFormerFields(tx, typeId);
    await deleteTypeRow(tx, typeId);
    await host.tasks.drop(tx, LEAVING_QUEUE, typeId);
  });
  return true;
}

async function removeDocuments(host: Pick<Host, "tasks">, tx: Tx, ids: readonly string[]): Promise<void> {
  const documents = await lockDeleted(tx, ids);
  const [first] = documents;
  if (first === undefined) return;
  const bytes = await eraseDocuments(
    tx,
    documents.map(({ id }) => id),
  );
  addStored(tx, first.projectId, -bytes);
  await emitAll(host, tx, documents.map(deletionOf));
}
