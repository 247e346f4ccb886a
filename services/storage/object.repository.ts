import { In, LessThan } from "typeorm";
import { StorageObject } from "../../entities/storage-object.js";
import { placeholders } from "../../runtime/database/reader.js";
import type { Statement } from "../../runtime/database/statements.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";

/** Finds an object; null for an unknown one, one in another state, or one of another account. */
export const findObject = (
  read: Reader,
  where: Pick<StorageObject, "id"> & Partial<Pick<StorageObject, "ownerId" | "state">>,
): Promise<StorageObject | null> => read.findOne(StorageObject, where);

/**
 * Returns the committed ones among some objects, in no particular order, by one statement and therefore for a
 * thousand ids at most.
 */
export const findCommitted = (read: Reader, ids: readonly string[]): Promise<StorageObject[]> =>
  read.find(StorageObject, { id: In([...ids]), state: "committed" });

/**
 * Returns committed objects and keeps them from being deleted until the transaction ends, so that no link
 * survives its object. A server locks their rows in the order of the ids (FOR UPDATE).
 */
export async function lockCommitted(tx: Tx, ids: readonly string[]): Promise<StorageObject[]> {
  if (tx.database.dialect !== "sqlite")
    await tx.query(
      `SELECT id FROM storage_objects WHERE id IN (${placeholders(ids)}) ORDER BY id FOR UPDATE`,
      ids,
    );
  return findCommitted(tx, ids);
}

/**
 * Returns uploads that began before a time and were not committed, oldest first. It reads the index
 * IX_storage_objects_state.
 */
export const findStagedBefore = (
  read: Reader,
  { before, limit }: { before: number; limit: number },
): Promise<StorageObject[]> =>
  read.find(
    StorageObject,
    { state: "staged", createdAt: LessThan(before) },
    { order: { createdAt: "ASC" }, limit },
  );

export interface Waiting {
  count: number;
  bytes: number;
  /** Time at which the oldest of them began; null when there is none. */
  since: number | null;
}

/**
 * Counts the account's staged uploads that began after a time, except one, and their reserved bytes. It reads
 * the index IX_storage_objects_owner.
 */
export async function countStaged(
  read: Reader,
  { ownerId, after, except }: { ownerId: string; after: number; except: string },
): Promise<Waiting> {
  const [row] = await read.query<{ count: number; bytes: number | null; since: number | null }>(
    `SELECT COUNT(*) AS count, SUM(sizeBytes) AS bytes, MIN(createdAt) AS since FROM storage_objects
      WHERE ownerId = ? AND state = 'staged' AND createdAt > ? AND id <> ?`,
    [ownerId, after, except],
  );
  return {
    count: Number(row?.count ?? 0),
    bytes: Number(row?.bytes ?? 0),
    since: row?.since === null || row?.since === undefined ? null : Number(row.since),
  };
}

export const insertObject = (tx: Tx, object: StorageObject): Promise<void> =>
  tx.insert(StorageObject, object);

/** An object that was not measured yet. */
export type NewObject = Omit<StorageObject, "width" | "height" | "durationMs" | "measuredAt" | "publishedAt">;

/** Returns the statements that insert objects, for `withNext`. */
export const insertionsOf = (tx: Tx, objects: readonly NewObject[]): Statement[] =>
  tx.insertOf(StorageObject, objects);

/** Makes a staged object a committed one of `sizeBytes`; returns true when it was staged. */
export const markCommitted = async (
  tx: Tx,
  { id, sizeBytes, thumb }: Pick<StorageObject, "id" | "sizeBytes" | "thumb">,
): Promise<boolean> =>
  (await tx.update(StorageObject, { id, state: "staged" }, { sizeBytes, state: "committed", thumb })) > 0;

/** Sets the bytes that a staged object reserves. */
export async function setReserved(
  tx: Tx,
  { id, sizeBytes }: Pick<StorageObject, "id" | "sizeBytes">,
): Promise<void> {
  await tx.update(StorageObject, { id, state: "staged" }, { sizeBytes });
}

/** Sets the time since which everybody may read a committed object; null for nobody. */
export async function setPublished(
  tx: Tx,
  { id, publishedAt }: Pick<StorageObject, "id" | "publishedAt">,
): Promise<void> {
  await tx.update(StorageObject, { id, state: "committed" }, { publishedAt });
}

/** Deletes an object in the given state; returns true when there was one. */
export const deleteObject = async (
  tx: Tx,
  { id, state }: Pick<StorageObject, "id" | "state">,
): Promise<boolean> => (await tx.delete(StorageObject, { id, state })) > 0;
