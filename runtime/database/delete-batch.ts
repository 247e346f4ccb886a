import type { EntityTarget, FindOptionsWhere, ObjectLiteral } from "typeorm";
import { In } from "typeorm";
import type { Reader } from "./reader.js";
import type { DatabaseAccess, Tx } from "./transaction.js";

const BATCH = 500;
/** The bytes of rows that are deleted together. The embedded database takes 6 ms for 4 MB, and all others wait. */
const BATCH_BYTES = 4 * 1024 * 1024;

/**
 * Deletes some of the rows that match, in one transaction of its own: `size` rows, or fewer when the rows are large. Rows
 * that no longer match by then stay. `before` works in the transaction, before the rows with these ids are deleted. Returns
 * true when no rows are left. The call may be repeated.
 */
export async function deleteBatch<E extends ObjectLiteral & { id: string }>(
  host: DatabaseAccess,
  entity: EntityTarget<E>,
  where: FindOptionsWhere<E>,
  size: number = BATCH,
  before?: (tx: Tx, ids: readonly string[]) => Promise<void>,
): Promise<boolean> {
  const found = await host.read.ids(entity, where, size);
  const ids = await withinBytes(host.read, entity, found);
  if (ids.length > 0)
    await host.transact(async (tx) => {
      await before?.(tx, ids);
      await tx.delete(entity, { ...where, id: In(ids) });
    });
  return found.length < size && ids.length === found.length;
}

/**
 * Returns the first of these ids, as many as have at most 4 MB together in their rows, and always at least one. The number
 * of rows that are measured doubles from one, so that only few rows are measured and then left out.
 */
export async function withinBytes<E extends ObjectLiteral & { id: string }>(
  read: Reader,
  entity: EntityTarget<E>,
  ids: readonly string[],
): Promise<string[]> {
  const fitting: string[] = [];
  let sum = 0;
  for (let at = 0, count = 1; at < ids.length; at += count, count = at + 1) {
    const some = ids.slice(at, at + count);
    const lengths = await read.lengths(entity, some);
    if (lengths === null) return [...ids];
    for (const id of some) {
      sum += lengths.get(id) ?? 0;
      if (sum > BATCH_BYTES && fitting.length > 0) return fitting;
      fitting.push(id);
    }
  }
  return fitting;
}

/** Deletes one batch of the first of these tables that has matching rows. Returns true when no table has any. */
export async function deleteBatchOf<E extends ObjectLiteral & { id: string }>(
  host: DatabaseAccess,
  entities: readonly EntityTarget<E>[],
  where: FindOptionsWhere<E>,
): Promise<boolean> {
  for (const entity of entities) if (!(await deleteBatch(host, entity, where))) return false;
  return true;
}

/** Deletes the rows that match, batch by batch, until the signal aborts. Returns true when no rows are left. */
export async function deleteAll<E extends ObjectLiteral & { id: string }>(
  host: DatabaseAccess,
  signal: AbortSignal,
  entity: EntityTarget<E>,
  where: FindOptionsWhere<E>,
  size: number = BATCH,
): Promise<boolean> {
  while (!signal.aborted) if (await deleteBatch(host, entity, where, size)) return true;
  return false;
}
