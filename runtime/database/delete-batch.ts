import type { EntityTarget, FindOptionsWhere, ObjectLiteral } from "typeorm";
import { In } from "typeorm";
import type { Host } from "../process/host.js";

const BATCH = 500;
/** Of rows that are deleted together. The embedded database takes 6 ms for 4 MB, in which everybody waits. */
const BATCH_BYTES = 4 * 1024 * 1024;

/**
 * Deletes some of the rows that match, in a transaction of its own; rows that no longer match by then stay. Rows of megabytes
 * are deleted by themselves, whatever the size of a batch. True: none are left. May be repeated.
 */
export async function deleteBatch<E extends ObjectLiteral & { id: string }>(
  host: Pick<Host, "read" | "transact">,
  entity: EntityTarget<E>,
  where: FindOptionsWhere<E>,
  size: number = BATCH,
): Promise<boolean> {
  const rows = await host.read.sizedIds(entity, where, size);
  const ids = withinBytes(rows, BATCH_BYTES).map(({ id }) => id);
  if (ids.length > 0) await host.transact((tx) => tx.delete(entity, { ...where, id: In(ids) }));
  return rows.length < size && ids.length === rows.length;
}

/** The first rows that together have at most so many bytes; the first one, whatever it has. */
export function withinBytes<R extends { bytes: number }>(rows: readonly R[], most: number): R[] {
  let sum = 0;
  const end = rows.findIndex(({ bytes }, at) => (sum += bytes) > most && at > 0);
  return rows.slice(0, end === -1 ? rows.length : end);
}

/** One batch of the first of these tables that has rows that match. True: none of them has any. May be repeated. */
export async function deleteBatchOf<E extends ObjectLiteral & { id: string }>(
  host: Pick<Host, "read" | "transact">,
  entities: readonly EntityTarget<E>[],
  where: FindOptionsWhere<E>,
): Promise<boolean> {
  for (const entity of entities) if (!(await deleteBatch(host, entity, where))) return false;
  return true;
}

/** Deletes the rows that match, batch by batch, until the signal aborts. True: none are left. */
export async function deleteAll<E extends ObjectLiteral & { id: string }>(
  host: Pick<Host, "read" | "transact">,
  signal: AbortSignal,
  entity: EntityTarget<E>,
  where: FindOptionsWhere<E>,
  size: number = BATCH,
): Promise<boolean> {
  while (!signal.aborted) if (await deleteBatch(host, entity, where, size)) return true;
  return false;
}
