import { Like } from "typeorm";
import type { ParamsOf, ResultOf } from "../../contracts/contract.js";
import type { listStorage } from "../../contracts/storage.js";
import { StorageObject } from "../../entities/storage-object.js";
import type { Host } from "../../runtime/host.js";
import { presentObject } from "./present-object.js";
import { committedBytes, includedBytes } from "./quota.js";

/** The account's committed objects, newest or largest first; `totalBytes` is of all of them, `total` of the kind. */
export async function listObjects(
  host: Host,
  ownerId: string,
  { limit, offset, sort, kind }: ParamsOf<typeof listStorage>,
): Promise<ResultOf<typeof listStorage>> {
  const where = {
    ownerId,
    state: "committed" as const,
    ...(kind !== undefined && { contentType: Like(`${kind}/%`) }),
  };
  const objects = await host.longRead.find(StorageObject, where, {
    order: sort === "size" ? { sizeBytes: "DESC", id: "DESC" } : { createdAt: "DESC", id: "DESC" },
    // An offset alone is not valid SQL everywhere.
    limit: limit ?? Number.MAX_SAFE_INTEGER,
    offset,
  });
  return {
    objects: await Promise.all(objects.map((object) => presentObject(host.storage, object))),
    total: await host.longRead.count(StorageObject, where),
    totalBytes: await committedBytes(host.read, ownerId),
    includedBytes: await includedBytes(host.read, ownerId),
  };
}
