import { ContentType } from "../../../entities/content-type.js";
import type { Reader } from "../../../runtime/database/transaction.js";
import { AT_ONCE, readBySize } from "./read-by-size.repository.js";
import { bytesOf, findSizedTypes, STANDS } from "./type.repository.js";

/**
 * Returns every type of a project with its schema, oldest first and all as of one moment, and the bytes of
 * the schemas. Schemas that are too large for one statement are read some at a time, until no type has
 * changed its schema meanwhile; other work has its turns between the reads.
 */
export async function findTypes(
  read: Reader,
  projectId: string,
): Promise<{ types: ContentType[]; bytes: number }> {
  let sizes = await findSizedTypes(read, projectId);
  if (bytesOf(sizes) <= AT_ONCE) return { types: await readTogether(read, projectId), bytes: bytesOf(sizes) };
  const known = new Map<string, ContentType>();
  for (;;) {
    const missing = sizes.filter(({ id, latestVersion }) => known.get(id)?.latestVersion !== latestVersion);
    const types = sizes.flatMap(({ id }) => known.get(id) ?? []);
    if (missing.length === 0) return { types, bytes: bytesOf(sizes) };
    for await (const type of readBySize<ContentType>(read, ContentType, "content_types", missing))
      known.set(type.id, type);
    sizes = await findSizedTypes(read, projectId);
  }
}

async function readTogether(read: Reader, projectId: string): Promise<ContentType[]> {
  const rows = await read.query<Record<string, unknown>>(
    `SELECT * FROM content_types t WHERE t.projectId = ? AND ${STANDS} ORDER BY t.createdAt, t.id`,
    [projectId],
  );
  return read.entities(ContentType, rows);
}
