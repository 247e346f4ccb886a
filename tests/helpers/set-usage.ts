import { StorageUsage } from "../../entities/storage-usage.js";
import type { Host } from "../../runtime/process/host.js";

/** Makes an account's committed bytes whatever a test needs, without storing them. */
export async function setUsage(host: Host, accountId: string, committedBytes: number): Promise<void> {
  await host.transact(async (tx) => {
    await tx.delete(StorageUsage, { id: accountId });
    await tx.insert(StorageUsage, { id: accountId, committedBytes });
  });
}
