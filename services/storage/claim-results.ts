import type { RowChange, NewTask } from "../../engines/durable-queue/index.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { insertLinks } from "./link.repository.js";
import { insertionsOf } from "./object.repository.js";
import { THUMB_QUEUE } from "./queues.js";
import { hasThumb, isMeasured } from "./thumb-key.js";
import { usageBeside } from "./usage.repository.js";

export interface ClaimedResults {
  ownerId: string;
  /** Id of a shared project that the caller has locked as existing; its members may read the results. */
  projectId?: string | null;
  files: readonly {
    storageId: string;
    contentType: string;
    sizeBytes: number;
    filename: string | null;
  }[];
}

/**
 * Makes written bytes objects of the owner, linked to their project, in the transaction that ends the work,
 * which lets that happen once. The rows are written with the transaction's next statement. Returns the tasks
 * that measure the objects, which the caller queues in the same transaction, and `beside`, which counts their
 * bytes and never refuses them for the quota: the caller makes these changes with the row of the work
 * (`GuardedChange.beside`).
 */
export async function claimResults(
  tx: Tx,
  { ownerId, files, projectId = null }: ClaimedResults,
): Promise<{ looks: NewTask[]; beside: RowChange[] }> {
  if (files.length === 0) return { looks: [], beside: [] };
  const createdAt = Date.now();
  const objects = files.map(({ storageId, contentType, sizeBytes, filename }) => ({
    id: storageId,
    ownerId,
    filename,
    contentType,
    sizeBytes,
    origin: "generated" as const,
    state: "committed" as const,
    thumb: hasThumb(contentType) ? ("pending" as const) : ("none" as const),
    createdAt,
  }));
  await tx.withNext(insertionsOf(tx, objects));
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const storageIds = files.map(({ storageId }) => storageId);
  if (projectId !== null) await insertLinks(tx, { projectId, addedByUserId: ownerId, storageIds });
  const looks = files
    .filter(({ contentType }) => isMeasured(contentType))
    .map(({ storageId }) => ({ queue: THUMB_QUEUE, subject: storageId, payer: ownerId, priority: -1 }));
  return { looks, beside: [usageBeside(tx, { accountId: ownerId, bytes })] };
}
