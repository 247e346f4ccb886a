import { StorageUsage } from "../../entities/storage-usage.js";
import type { Host } from "../../runtime/process/host.js";

/** Sets the committed bytes of an account without storing any. */
export async function setUsage(host: Host, accountId: string, committedBytes: number): Promise<void> {
  await host.transact(async (tx) => {
    await tx.delete(StorageUsage, { id: accountId });
    await tx.insert(StorageUsage, { id: accountId, committedBytes });
  });
}
