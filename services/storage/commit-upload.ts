import { invalidParams, notFound, ServiceError } from "../../contracts/errors.js";
import type { StorageObject } from "../../entities/storage-object.js";
import { aside } from "../../runtime/actions/audit/act.js";
import type { Host } from "../../runtime/process/host.js";
import { noteMediaChange } from "../changes/index.js";
import { findDefaultProject } from "../projects/index.js";
import { findObject, markCommitted } from "./object.repository.js";
import { includedBytes, storageLimit } from "./quota.js";
import { THUMB_QUEUE } from "./queues.js";
import { removeObject } from "./remove-object.js";
import { askStore } from "./ask-store.js";
import { hasThumb, isMeasured } from "./thumb-key.js";
import { addUsageWithin } from "./usage.repository.js";

/**
 * Confirms the bytes of a staged object, whose size is read again from the store. Returns the committed
 * object, also to a second caller. Throws `invalid_params` without bytes; `payload_too_large`, and removes
 * the object, when the bytes exceed the ticket's; `storage_limit` over the quota, and leaves the object
 * staged for another attempt.
 */
export async function commitUpload(host: Host, upload: StorageObject): Promise<StorageObject> {
  if (upload.state === "committed") return upload;
  const stored = await askStore(host.storage.stat(upload.id));
  if (stored === null || stored.sizeBytes === 0) {
    throw invalidParams("No data was uploaded: PUT the file to the ticket's uploadUrl first.");
  }
  if (stored.sizeBytes > upload.sizeBytes) {
    await aside(() => removeObject(host, upload));
    throw new ServiceError(
      "payload_too_large",
      `The upload has ${stored.sizeBytes} bytes, more than the ${upload.sizeBytes} of its ticket; it was removed.`,
    );
  }
  return confirm(host, upload, stored.sizeBytes);
}

/**
 * Makes a staged object a committed one of `sizeBytes`, and counts the bytes. Throws `storage_limit` and
 * `not_found`; when another commit was faster, its result is returned.
 */
export function confirm(
  host: Pick<Host, "config" | "transact" | "tasks">,
  { id, ownerId, contentType }: StorageObject,
  sizeBytes: number,
): Promise<StorageObject> {
  const isPictured = hasThumb(contentType);
  return host.transact(async (tx) => {
    const thumb = isPictured ? "pending" : "none";
    const wasStaged = await markCommitted(tx, { id, sizeBytes, thumb });
    const object = await findObject(tx, { id, ownerId });
    if (object === null) throw notFound("There is no such upload.");
    // Another commit was faster, and has counted the bytes.
    if (!wasStaged) return object;
    const quotaBytes = await includedBytes(tx, ownerId);
    const added = { accountId: ownerId, bytes: sizeBytes, quotaBytes };
    if (!(await addUsageWithin(tx, added))) throw storageLimit(host, quotaBytes);
    if (isMeasured(contentType))
      await host.tasks.enqueue(tx, { queue: THUMB_QUEUE, subject: id, payer: ownerId });
    // A draft may already name the object: in a default project it has a URL from now on (rules/delivery 13).
    const home = await findDefaultProject(tx, ownerId);
    if (home !== null) await noteMediaChange(tx, [home.id], { storageIds: [id], isPublished: false });
    return object;
  });
}
