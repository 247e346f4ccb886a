import { Like } from "typeorm";
import type { ParamsOf, ResultOf } from "../../contracts/contract.js";
import type { listStorage, StorageObjectView } from "../../contracts/storage.js";
import { StorageObject } from "../../entities/storage-object.js";
import type { Host } from "../../runtime/host.js";
import { readInPieces, requireWhole } from "../../runtime/read-in-pieces.js";
import { LISTED, type ListedObject, listedOf, presentEach } from "./list-rows.js";
import { presentObject } from "./present-object.js";
import { committedBytes, includedBytes } from "./quota.js";

/**
 * The account's committed objects, newest or largest first; `totalBytes` is of all of them, `total` of the kind. Throws
 * `invalid_params` for a list without a limit that has too many.
 */
export async function listObjects(
  host: Host,
  ownerId: string,
  { limit, offset, sort, kind }: ParamsOf<typeof listStorage>,
): Promise<ResultOf<typeof listStorage>> {
  const { storage, longRead, read } = host;
  const total = await longRead.count(StorageObject, {
    ownerId,
    state: "committed" as const,
    ...(kind !== undefined && { contentType: Like(`${kind}/%`) }),
  });
  requireWhole(total, { limit, offset });
  const objects: StorageObjectView[] = [];
  const key = sort === "size" ? "sizeBytes" : "createdAt";
  const pieces = readInPieces<ListedObject>(longRead, {
    select: `SELECT ${LISTED} FROM storage_objects o`,
    where: `o.ownerId = ? AND o.state = 'committed'${kind === undefined ? "" : " AND o.contentType LIKE ?"}`,
    parameters: [ownerId, ...(kind === undefined ? [] : [`${kind}/%`])],
    order: { by: `o.${key}`, as: key, goes: "down" },
    id: { by: "o.id", as: "id" },
    limit: limit ?? null,
    offset,
  });
  for await (const rows of pieces)
    for (const view of await presentEach(rows, (row) => presentObject(storage, listedOf(row))))
      objects.push(view);
  return {
    objects,
    total,
    totalBytes: await committedBytes(read, ownerId),
    includedBytes: await includedBytes(read, ownerId),
  };
}
