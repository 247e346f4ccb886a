import { ContentType } from "../../../entities/content-type.js";
import type { Reader } from "../../../runtime/database/transaction.js";
import { AT_ONCE, readBySize } from "./read-by-size.repository.js";
import { STANDS, type TypeVersion } from "./type.repository.js";

/** A type without its schema, and how long that is. */
type SizedType = TypeVersion & { bytes: number };

/** The types of a project, oldest first, with the lengths of their schemas. */
const readSizes = (read: Reader, projectId: string): Promise<SizedType[]> =>
  read.query<SizedType>(
    `SELECT t.id, t.name, t.latestVersion, OCTET_LENGTH(t.schema) AS bytes FROM content_types t
      WHERE t.projectId = ? AND ${STANDS} ORDER BY t.createdAt, t.id`,
    [projectId],
  );

/**
 * Every type of a project with its schema, oldest first, as they are together at one moment. What is too large for one statement
 * is read some at a time, until no type has changed its schema meanwhile; the event loop has its turns between them.
 */
export async function findTypes(read: Reader, projectId: string): Promise<ContentType[]> {
  let sizes = await readSizes(read, projectId);
  if (bytesOf(sizes) <= AT_ONCE) return readTogether(read, projectId);
  const known = new Map<string, ContentType>();
  for (;;) {
    const missing = sizes.filter(({ id, latestVersion }) => known.get(id)?.latestVersion !== latestVersion);
    const types = sizes.flatMap(({ id }) => known.get(id) ?? []);
    if (missing.length === 0) return types;
    for await (const type of readBySize<ContentType>(read, ContentType, "content_types", missing))
      known.set(type.id, type);
    sizes = await readSizes(read, projectId);
  }
}

async function readTogether(read: Reader, projectId: string): Promise<ContentType[]> {
  const rows = await read.query<Record<string, unknown>>(
    `SELECT * FROM content_types t WHERE t.projectId = ? AND ${STANDS} ORDER BY t.createdAt, t.id`,
    [projectId],
  );
  return read.entities(ContentType, rows);
}

const bytesOf = (sizes: readonly SizedType[]): number =>
  sizes.reduce((sum, { bytes }) => sum + Number(bytes), 0);
