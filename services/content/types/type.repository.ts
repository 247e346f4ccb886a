import { type EntityTarget, IsNull } from "typeorm";
import type { ContentSchema } from "../../../contracts/content-schema.js";
import { ContentType } from "../../../entities/content-type.js";
import { ContentTypeVersion } from "../../../entities/content-type-version.js";
import { deleteBatch } from "../../../runtime/database/delete-batch.js";
import { placeholders } from "../../../runtime/database/reader.js";
import type { Reader, Tx } from "../../../runtime/database/transaction.js";
import type { Host } from "../../../runtime/process/host.js";

interface Page {
  limit: number;
  offset: number;
}

/** Every type of a project with its schema, oldest first. */
export async function findTypes(read: Reader, projectId: string): Promise<ContentType[]> {
  const rows = await read.query<Record<string, unknown>>(
    "SELECT * FROM content_types WHERE projectId = ? AND deletedAt IS NULL ORDER BY createdAt, id",
    [projectId],
  );
  return read.entities(ContentType, rows);
}

/** Names of the first types of a project, oldest first. */
export async function firstTypeNames(read: Reader, projectId: string, limit: number): Promise<string[]> {
  const rows = await read.query<{ name: string }>(
    `SELECT name FROM content_types WHERE projectId = ? AND deletedAt IS NULL
      ORDER BY createdAt, id LIMIT ${limit}`,
    [projectId],
  );
  return rows.map(({ name }) => name);
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

/** A type, also one that is being deleted. */
export const findType = (read: Reader, id: string): Promise<ContentType | null> =>
  read.findOne(ContentType, { id });

/** A type that is not being deleted, locked until the transaction ends. */
export async function lockType(tx: Tx, id: string): Promise<ContentType | null> {
  const type = await tx.findOneForUpdate(ContentType, { id });
  return type === null || type.deletedAt !== null ? null : type;
}

/** A page of a project's types, newest first, and how many it has. */
export async function pageOfTypes(
  longRead: Reader,
  projectId: string,
  { limit, offset }: Page,
): Promise<{ types: ContentType[]; total: number }> {
  const [page, total] = await Promise.all([
    longRead.query<Sized>(
      `SELECT t.id, OCTET_LENGTH(t.schema) AS bytes FROM content_types t
        WHERE t.projectId = ? AND t.deletedAt IS NULL ORDER BY t.createdAt DESC, t.id DESC LIMIT ? OFFSET ?`,
      [projectId, limit, offset],
    ),
    longRead.count(ContentType, { projectId, deletedAt: IsNull() }),
  ]);
  const types = await readBySize<ContentType>(longRead, ContentType, "content_types", page);
  return { types: types.filter(({ deletedAt }) => deletedAt === null), total };
}

/** A row, and how long its schema is, whose name is a reserved word of MySQL: only behind an alias does it need no quotes. */
interface Sized {
  id: string;
  bytes: number;
}

/** Schemas of so many bytes are read at once: they come from a thread, and to take 50 MB of them takes a tenth of a second. */
const AT_ONCE = 1024 * 1024;

/** Rows in their order, some at a time; one that is gone meanwhile is left out. */
async function readBySize<E extends { id: string }>(
  longRead: Reader,
  entity: EntityTarget<E>,
  table: "content_types" | "content_type_versions",
  page: readonly Sized[],
): Promise<E[]> {
  const made: E[] = [];
  for (let at = 0; at < page.length;) {
    let end = at + 1;
    let bytes = Number(page[at]?.bytes);
    while (end < page.length && (bytes += Number(page[end]?.bytes)) <= AT_ONCE) end += 1;
    const ids = page.slice(at, end).map(({ id }) => id);
    const rows = await longRead.query<Record<string, unknown>>(
      `SELECT * FROM ${table} WHERE id IN (${placeholders(ids)})`,
      ids,
    );
    const found = new Map((await longRead.entities(entity, rows)).map((each) => [each.id, each]));
    made.push(...ids.flatMap((id) => found.get(id) ?? []));
    at = end;
  }
  return made;
}

export const insertType = (tx: Tx, type: ContentType): Promise<void> => tx.insert(ContentType, type);

export async function updateType(
  tx: Tx,
  id: string,
  columns: Partial<Omit<ContentType, "id">>,
): Promise<void> {
  await tx.update(ContentType, { id }, columns);
}

export async function deleteTypeRow(tx: Tx, id: string): Promise<void> {
  await tx.delete(ContentType, { id });
}

/** One schema of a type. */
export const findVersion = (
  read: Reader,
  typeId: string,
  version: number,
): Promise<ContentTypeVersion | null> => read.findOne(ContentTypeVersion, { typeId, version });

/** A page of a type's schemas, newest first, and how many it has had. */
export async function pageOfVersions(
  longRead: Reader,
  typeId: string,
  { limit, offset }: Page,
): Promise<{ versions: ContentTypeVersion[]; total: number }> {
  const [page, total] = await Promise.all([
    longRead.query<Sized>(
      `SELECT v.id, OCTET_LENGTH(v.schema) AS bytes FROM content_type_versions v WHERE v.typeId = ?
        ORDER BY v.version DESC LIMIT ? OFFSET ?`,
      [typeId, limit, offset],
    ),
    longRead.count(ContentTypeVersion, { typeId }),
  ]);
  const versions = await readBySize<ContentTypeVersion>(
    longRead,
    ContentTypeVersion,
    "content_type_versions",
    page,
  );
  return { versions, total };
}

/** Schemas of a type before a version, newest first. */
export async function schemasBefore(
  read: Reader,
  typeId: string,
  version: number,
  limit: number,
): Promise<ContentSchema[]> {
  const rows = await read.query<{ schemaText: string }>(
    `SELECT v.schema AS schemaText FROM content_type_versions v WHERE v.typeId = ? AND v.version < ?
      ORDER BY v.version DESC LIMIT ${limit}`,
    [typeId, version],
  );
  return rows.map(({ schemaText }) => JSON.parse(schemaText) as ContentSchema);
}

export const insertVersion = (tx: Tx, version: ContentTypeVersion): Promise<void> =>
  tx.insert(ContentTypeVersion, version);

/** A batch of the schemas of a type that is being deleted. False: there are more. */
export const deleteVersions = (host: Pick<Host, "read" | "transact">, typeId: string): Promise<boolean> =>
  deleteBatch<ContentTypeVersion>(host, ContentTypeVersion, { typeId });

/** How many documents types have, by the type's id. One query, answered from an index. */
export async function countDocuments(read: Reader, typeIds: readonly string[]): Promise<Map<string, number>> {
  if (typeIds.length === 0) return new Map();
  const rows = await read.query<{ typeId: string; count: number }>(
    `SELECT typeId, COUNT(*) AS count FROM content_documents
      WHERE typeId IN (${placeholders(typeIds)}) GROUP BY typeId`,
    typeIds,
  );
  return new Map(rows.map(({ typeId, count }) => [typeId, Number(count)]));
}
