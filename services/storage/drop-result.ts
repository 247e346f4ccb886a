import type { Host } from "../../runtime/process/host.js";
import { findObject } from "./object.repository.js";
import { removeFiles } from "./remove-files.js";

/**
 * Removes the bytes of a result that nobody claimed. May be repeated, and leaves a claimed one alone: a worker that
 * woke up late may hold the same result as the one that took its job over and finished it.
 */
export async function dropResult(host: Host, storageId: string): Promise<void> {
  if ((await findObject(host.read, { id: storageId })) === null) await removeFiles(host, storageId);
}
