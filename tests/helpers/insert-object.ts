import { randomUUID } from "node:crypto";
import { StorageObject } from "../../entities/storage-object.js";
import type { Host } from "../../runtime/process/host.js";

/** Inserts a committed picture as a row without bytes, with the columns of `change`. Returns its id. */
export async function insertObject(
  { host }: { host: Pick<Host, "transact"> },
  ownerId: string,
  change: Partial<StorageObject> = {},
): Promise<string> {
  const row = {
    id: randomUUID(),
    ownerId,
    filename: null,
    contentType: "image/png",
    sizeBytes: 5,
    origin: "upload" as const,
    state: "committed" as const,
    thumb: "none" as const,
    createdAt: Date.now(),
    ...change,
  };
  await host.transact((tx) => tx.insert(StorageObject, row));
  return row.id;
}
