import { Like } from "typeorm";
import type { ParamsOf } from "../../contracts/contract.js";
import type { listStorage } from "../../contracts/storage.js";
import { StorageObject } from "../../entities/storage-object.js";
import type { Reader } from "../../runtime/database/transaction.js";

/** Columns of a list of objects. */
export type ListedObject = Omit<StorageObject, "publishedAt" | "measuredAt">;

export const LISTED =
  "o.id, o.ownerId, o.filename, o.contentType, o.sizeBytes, o.origin, o.state, o.thumb, o.width, o.height, o.durationMs, o.createdAt";

/** Order of a list, and the kind that it is limited to. */
export type Asked = Pick<ParamsOf<typeof listStorage>, "sort" | "kind">;

/**
 * Returns the list of an account's committed objects, newest or largest first, in the form that
 * `readInPieces` takes. Each order has an index.
 */
export function listOfOwner(ownerId: string, { sort, kind }: Asked) {
  const key = sort === "size" ? "sizeBytes" : "createdAt";
  return {
    select: `SELECT ${LISTED} FROM storage_objects o`,
    where: `o.ownerId = ? AND o.state = 'committed'${kind === undefined ? "" : " AND o.contentType LIKE ?"}`,
    parameters: [ownerId, ...(kind === undefined ? [] : [`${kind}/%`])],
    order: { by: `o.${key}`, as: key, goes: "down" },
    id: { by: "o.id", as: "id" },
  } as const;
}

/** Counts an account's committed objects of a kind, or of all kinds. */
export const countOfOwner = (
  longRead: Reader,
  { ownerId, kind }: { ownerId: string; kind: Asked["kind"] },
): Promise<number> =>
  longRead.count(StorageObject, {
    ownerId,
    state: "committed" as const,
    ...(kind !== undefined && { contentType: Like(`${kind}/%`) }),
  });

/** Converts a row's numbers, which a database server may send as text. */
export const listedOf = <T extends ListedObject>(row: T): T => ({
  ...row,
  sizeBytes: Number(row.sizeBytes),
  durationMs: row.durationMs === null ? null : Number(row.durationMs),
  createdAt: Number(row.createdAt),
});
