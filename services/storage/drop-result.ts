import type { Host } from "../../runtime/host.js";
import { thumbKey } from "./thumb-key.js";

/** Removes the bytes of a result that nobody claimed. May be repeated. */
export async function dropResult(host: Host, storageId: string): Promise<void> {
  await host.storage.delete(storageId);
  await host.storage.delete(thumbKey(storageId));
}
