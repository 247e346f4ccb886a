import type { EntityTarget, FindOptionsWhere, ObjectLiteral } from "typeorm";
import { In } from "typeorm";
import type { Host } from "../process/host.js";

const BATCH = 500;

/**
 * Deletes some of the rows that match, in a transaction of its own; rows that no longer match by then stay. True: none
 * are left. May be repeated.
 */
export async function deleteBatch<E extends ObjectLiteral & { id: string }>(
  host: Pick<Host, "read" | "transact">,
  entity: EntityTarget<E>,
  where: FindOptionsWhere<E>,
  size: number = BATCH,
): Promise<boolean> {
  const ids = await host.read.ids(entity, where, size);
  if (ids.length > 0) await host.transact((tx) => tx.delete(entity, { ...where, id: In(ids) }));
  return ids.length < size;
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
