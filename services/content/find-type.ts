import { IsNull } from "typeorm";
import { ContentType } from "../../entities/content-type.js";
import type { Reader } from "../../runtime/transaction.js";

/** The most names that an error message lists. */
const LISTED = 20;

/** Every type of a project with its schema, oldest first. */
export const findTypes = (read: Reader, projectId: string): Promise<ContentType[]> =>
  read.find(ContentType, { projectId, deletedAt: IsNull() }, { order: { createdAt: "ASC", id: "ASC" } });

/** Names of some types of a project, oldest first, for an error message. */
export async function someTypeNames(read: Reader, projectId: string): Promise<string[]> {
  const rows = await read.query<{ name: string }>(
    `SELECT name FROM content_types WHERE projectId = ? AND deletedAt IS NULL
      ORDER BY createdAt, id LIMIT ${LISTED + 1}`,
    [projectId],
  );
  return rows.map(({ name }) => name);
}

/** The existing types, for an error message. */
export function listOf(names: readonly string[]): string {
  if (names.length === 0) return "the project has none yet";
  const rest = names.length > LISTED ? " and more" : "";
  return `there ${names.length === 1 ? "is" : "are"} ${names.slice(0, LISTED).join(", ")}${rest}`;
}

/**
 * Ids of deleted types whose documents are still being removed; lists leave these documents out. Almost always empty.
 */
export async function typesLeaving(read: Reader, projectId: string): Promise<string[]> {
  const rows = await read.query<{ id: string }>(
    "SELECT id FROM content_types WHERE projectId = ? AND deletedAt IS NOT NULL LIMIT 1000",
    [projectId],
  );
  return rows.map(({ id }) => id);
}
