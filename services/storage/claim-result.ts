import { StorageObject } from "../../entities/storage-object.js";
import { enqueue } from "../../runtime/tasks/enqueue.js";
import type { Tx } from "../../runtime/transaction.js";
import { insertLinks } from "./link-objects.js";
import { THUMB_QUEUE } from "./queues.js";
import { hasThumb, isMeasured } from "./thumb-key.js";
import { addUsage } from "./usage-row.js";

export interface ClaimedResult {
  storageId: string;
  ownerId: string;
  contentType: string;
  sizeBytes: number;
  filename: string | null;
  /** A shared project that the caller has locked as standing; its members may read the result. */
  projectId?: string | null;
}

/**
 * Makes written bytes an object of the owner, in the transaction that ends the work; counted, and never
 * refused for the quota; linked to its project. A second claim of the same id changes nothing.
 */
export async function claimResult(
  tx: Tx,
  { storageId, ownerId, contentType, sizeBytes, filename, projectId = null }: ClaimedResult,
): Promise<void> {
  if ((await tx.findOne(StorageObject, { id: storageId })) !== null) return;
  const isPictured = hasThumb(contentType);
  await tx.insert(StorageObject, {
    id: storageId,
    ownerId,
    filename,
    contentType,
    sizeBytes,
    origin: "generated",
    state: "committed",
    thumb: isPictured ? "pending" : "none",
    createdAt: Date.now(),
  });
  await addUsage(tx, ownerId, sizeBytes);
  if (projectId !== null) await insertLinks(tx, projectId, ownerId, [storageId]);
  if (isMeasured(contentType))
    await enqueue(tx, { queue: THUMB_QUEUE, subject: storageId, payer: ownerId, priority: -1 });
}
