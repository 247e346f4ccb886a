import { In } from "typeorm";
import { notFound, ServiceError } from "../../contracts/errors.js";
import { StorageObject } from "../../entities/storage-object.js";
import type { Reader } from "../../runtime/transaction.js";

/**
 * Committed objects that an account may read: its own (spec: Storage; links to shared projects join here).
 * Ids that are unknown, staged, deleted or somebody else's are left out alike.
 */
export async function findReadable(
  read: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<StorageObject[]> {
  if (ids.length === 0) return [];
  return read.find(StorageObject, { id: In([...new Set(ids)]), ownerId: accountId, state: "committed" });
}

/** One object that the account may read. Throws `not_found` for all else, which looks the same. */
export async function readableObject(read: Reader, accountId: string, id: string): Promise<StorageObject> {
  const [object] = await findReadable(read, accountId, [id]);
  if (object === undefined) throw notFound("There is no such object.");
  return object;
}

/** An upload of the account, committed or not. Throws `not_found` for what is unknown, deleted or somebody else's. */
export async function ownUpload(read: Reader, accountId: string, id: string): Promise<StorageObject> {
  const object = await read.findOne(StorageObject, { id, ownerId: accountId });
  if (object === null) throw notFound("There is no such upload.");
  return object;
}

/** Throws `forbidden` for an object that the account may read and does not own (decisions 7). */
export function ownerOnly(accountId: string, object: StorageObject): void {
  if (object.ownerId !== accountId) throw new ServiceError("forbidden", "Only its owner may do this.");
}
