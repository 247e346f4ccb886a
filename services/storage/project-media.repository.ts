import { chunks, placeholders } from "../../runtime/database/reader.js";
import type { Reader } from "../../runtime/database/transaction.js";
import type { ProjectSeen } from "../projects/index.js";

/** A committed object, as the content of a project shows it. */
export interface ProjectMedia {
  id: string;
  contentType: string;
  filename: string | null;
  /**
   * True when the object was granted to the project: only then readers of its content get a URL
   * (rules/delivery 13).
   */
  isLinked: boolean;
}

interface Row {
  id: string;
  ownerId: string;
  contentType: string;
  filename: string | null;
  linkedId: string | null;
}

/**
 * Returns the media that the content of a project names, by id; staged, deleted and unknown ones are left
 * out. It makes one query for a thousand ids. In a default project the owner's own media counts as linked
 * (rules/delivery 13).
 */
export async function mediaIn(
  read: Reader,
  project: Pick<ProjectSeen["project"], "id" | "ownerId" | "isDefault">,
  storageIds: readonly string[],
): Promise<Map<string, ProjectMedia>> {
  const ids = [...new Set(storageIds)];
  const found = new Map<string, ProjectMedia>();
  for (const chunk of chunks(ids)) {
    const rows = await read.query<Row>(
      `SELECT o.id AS id, o.ownerId AS ownerId, o.contentType AS contentType, o.filename AS filename, l.storageId AS linkedId
        FROM storage_objects o LEFT JOIN project_links l ON l.storageId = o.id AND l.projectId = ?
        WHERE o.id IN (${placeholders(chunk)}) AND (o.state = 'committed') IS TRUE`,
      [project.id, ...chunk],
    );
    for (const { id, ownerId, contentType, filename, linkedId } of rows)
      found.set(id, {
        id,
        contentType,
        filename,
        isLinked: linkedId !== null || (project.isDefault && ownerId === project.ownerId),
      });
  }
  return found;
}

/** Returns the newest media of a project in the form of `mediaIn`, by one query. */
export async function newestMedia(
  read: Reader,
  { id, ownerId, isDefault }: Pick<ProjectSeen["project"], "id" | "ownerId" | "isDefault">,
  limit: number,
): Promise<ProjectMedia[]> {
  const rows = await read.query<Omit<ProjectMedia, "isLinked">>(
    isDefault
      ? `SELECT id, contentType, filename FROM storage_objects
          WHERE ownerId = ? AND state = 'committed' ORDER BY createdAt DESC, id DESC LIMIT ?`
      : `SELECT o.id AS id, o.contentType AS contentType, o.filename AS filename
          FROM project_links l JOIN storage_objects o ON o.id = l.storageId
          WHERE l.projectId = ? AND o.state = 'committed' ORDER BY l.createdAt DESC, l.id DESC LIMIT ?`,
    [isDefault ? ownerId : id, limit],
  );
  return rows.map((row) => ({ ...row, isLinked: true }));
}
