import { ContentType } from "../../../entities/content-type.js";
import type { Reader, Tx } from "../../../runtime/database/transaction.js";
import type { Position } from "../documents/document.repository.js";

/** How far a refresh of a type's documents has come. */
export interface RefreshPosition {
  /**
   * The state of the type and of the project's settings. Two changes of which documents' columns are derived lead to
   * the same one only within a millisecond, in which no batch is refreshed.
   */
  of: string;
  position: Position;
}

const START: Position = { createdAt: 0, id: "" };

/**
 * Returns where a refresh of the type as it is now goes on: behind the documents that an earlier turn brought to
 * the same state, and otherwise at the first one. Returns null for a type that is gone.
 */
export async function readPosition(read: Reader, typeId: string): Promise<RefreshPosition | null> {
  const [row] = await read.query<{ version: number; settingsAt: number | null; refreshedTo: string | null }>(
    `SELECT t.latestVersion AS version, s.updatedAt AS settingsAt, t.refreshedTo FROM content_types t
      LEFT JOIN content_settings s ON s.id = t.projectId WHERE t.id = ?`,
    [typeId],
  );
  if (row === undefined) return null;
  const of = `${row.version} ${row.settingsAt ?? ""}`;
  const noted = row.refreshedTo === null ? null : (JSON.parse(row.refreshedTo) as ContentType["refreshedTo"]);
  return { of, position: noted?.of === of ? { createdAt: noted.createdAt, id: noted.id } : START };
}

/** Notes how far a refresh has come. It stays after the refresh, since another state makes it meaningless. */
export async function notePosition(tx: Tx, typeId: string, { of, position }: RefreshPosition): Promise<void> {
  await tx.update(ContentType, { id: typeId }, { refreshedTo: { of, ...position } });
}
