import { IsNull } from "typeorm";
import { StorageObject } from "../../../entities/storage-object.js";
import { type Reader, type Tx, writeAlone } from "../../../runtime/database/transaction.js";

type Measures = Pick<StorageObject, "width" | "height" | "durationMs">;

/**
 * Stores the measures of an object, in a transaction of its own, unless its thumbnail was settled meanwhile;
 * returns true when they were stored.
 */
export const setMeasures = async (
  { database }: Reader,
  found: Measures & { id: string; thumb: StorageObject["thumb"]; thumbBefore: StorageObject["thumb"] },
): Promise<boolean> =>
  (await writeAlone(
    database,
    `UPDATE storage_objects SET width = ?, height = ?, durationMs = ?, thumb = ?, measuredAt = ?
        WHERE id = ? AND thumb = ?`,
    [found.width, found.height, found.durationMs, found.thumb, Date.now(), found.id, found.thumbBefore],
  )) > 0;

/** Notes that the measures of an object cannot be found out. */
export async function markUnmeasured(tx: Tx, id: string): Promise<void> {
  await tx.update(StorageObject, { id, thumb: "pending" }, { thumb: "none" });
  await tx.update(StorageObject, { id, measuredAt: IsNull() }, { measuredAt: Date.now() });
}
