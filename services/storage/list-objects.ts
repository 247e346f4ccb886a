import { Like } from "typeorm";
import type { ParamsOf, ResultOf } from "../../contracts/contract.js";
import type { listStorage, StorageObjectView } from "../../contracts/storage.js";
import { StorageObject } from "../../entities/storage-object.js";
import type { Host } from "../../runtime/host.js";
import { presentEach, readListed, type Wanted } from "./list-rows.js";
import { presentObject } from "./present-object.js";
import { committedBytes, includedBytes } from "./quota.js";

/** The account's committed objects, newest or largest first; `totalBytes` is of all of them, `total` of the kind. */
export async function listObjects(
  host: Host,
  ownerId: string,
  { limit, offset, sort, kind }: ParamsOf<typeof listStorage>,
): Promise<ResultOf<typeof listStorage>> {
  const { storage, longRead, read } = host;
  const where = {
    ownerId,
    state: "committed" as const,
    ...(kind !== undefined && { contentType: Like(`${kind}/%`) }),
  };
  const objects: StorageObjectView[] = [];
  const wanted: Wanted = {
    where: `o.ownerId = ? AND o.state = 'committed'${kind === undefined ? "" : " AND o.contentType LIKE ?"}`,
    parameters: [ownerId, ...(kind === undefined ? [] : [`${kind}/%`])],
    key: sort === "size" ? "sizeBytes" : "createdAt",
    limit: limit ?? null,
    offset,
  };
  for await (const rows of readListed(longRead, wanted))
    for (const view of await presentEach(rows, (row) => presentObject(storage, row))) objects.push(view);
  return {
    objects,
    total: await longRead.count(StorageObject, where),
    totalBytes: await committedBytes(read, ownerId),
    includedBytes: await includedBytes(read, ownerId),
  };
}
