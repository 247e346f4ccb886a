import type { Host } from "../../runtime/process/host.js";
import { thumbKey } from "./thumb-key.js";

/** Removes the bytes of an object without a row, and of its thumbnail. May be repeated. */
export async function removeFiles(host: Pick<Host, "storage">, storageId: string): Promise<void> {
  await host.storage.delete(storageId);
  await host.storage.delete(thumbKey(storageId));
}
