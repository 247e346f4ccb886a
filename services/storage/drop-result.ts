import type { Host } from "../../runtime/process/host.js";
import { findObject } from "./object.repository.js";
import { removeFiles } from "./remove-files.js";

/**
 * Removes the bytes of a result that no work claimed. May be repeated, and leaves a claimed result alone: a
 * worker that woke up late may hold the same result as the worker that took over its job and finished it.
 */
export async function dropResult(host: Pick<Host, "read" | "storage">, storageId: string): Promise<void> {
  if ((await findObject(host.read, { id: storageId })) === null) await removeFiles(host, storageId);
}
