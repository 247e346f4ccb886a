import { placeholders } from "../../runtime/placeholders.js";
import type { Reader } from "../../runtime/transaction.js";

/** The latest revisions of a project's content. */
export interface Head {
  /** Of the newest change. */
  revision: number;
  /** Of the newest change of what is published. */
  publishedRevision: number;
}

/** A project in which nothing has changed yet. */
export const FIRST_HEAD: Head = { revision: 0, publishedRevision: 0 };

/** The heads of some projects, by the project's id; those without a change are left out. One read by primary keys. */
export async function readHeads(read: Reader, projectIds: readonly string[]): Promise<Map<string, Head>> {
  const rows = await read.query<Head & { id: string }>(
    `SELECT id, revision, publishedRevision FROM content_heads WHERE id IN (${placeholders(projectIds)})`,
    projectIds,
  );
  return new Map(
    rows.map(({ id, revision, publishedRevision }) => [
      id,
      { revision: Number(revision), publishedRevision: Number(publishedRevision) },
    ]),
  );
}

/** The head of one project. */
export const readHead = async (read: Reader, projectId: string): Promise<Head> =>
  (await readHeads(read, [projectId])).get(projectId) ?? FIRST_HEAD;
