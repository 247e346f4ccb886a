import { IsNull } from "typeorm";
import type { ContentSchema } from "../../../contracts/content-schema.js";
import { ContentType } from "../../../entities/content-type.js";
import { ContentTypeVersion } from "../../../entities/content-type-version.js";
import { deleteBatch } from "../../../runtime/database/delete-batch.js";
import { placeholders } from "../../../runtime/database/reader.js";
import type { Reader, Tx } from "../../../runtime/database/transaction.js";
import type { Host } from "../../../runtime/process/host.js";
import { readBySize, type Sized, type TypeVersion } from "./read-by-size.repository.js";

/** The beginning of a deleted type's name. No other name begins so, and the type's own name is free. */
const DELETED = "deleted ";

export const nameOfDeleted = (id: string): string => DELETED + id;

/**
 * The condition that a type `t` is not being deleted. The column `deletedAt` lies behind the schema in the
 * row: to read it for many types, the embedded database would read all their schemas.
 */
export const STANDS = `t.name NOT LIKE '${DELETED}%'`;

interface Page {
  limit: number;
  offset: number;
}

/** A type with the bytes of its schema. */
export type SizedType = TypeVersion & { bytes: number };

export const bytesOf = (types: readonly SizedType[]): number =>
  types.reduce((sum, { bytes }) => sum + bytes, 0);

/** Returns the types of a project without their schemas, oldest first. */
export async function findTypeVersions(read: Reader, projectId: string): Promise<TypeVersion[]> {
  const rows = await read.query<TypeVersion>(
    `SELECT t.id, t.name, t.latestVersion FROM content_types t
      WHERE t.projectId = ? AND ${STANDS} ORDER BY t.createdAt, t.id`,
    [projectId],
  );
  return rows.map((row) => ({ ...row, latestVersion: Number(row.latestVersion) }));
}

/** Returns the types of a project, oldest first, with the bytes of their schemas but without these. */
export async function findSizedTypes(read: Reader, projectId: string): Promise<SizedType[]> {
  const rows = await read.query<SizedType>(
    `SELECT t.id, t.name, t.latestVersion, OCTET_LENGTH(t.schema) AS bytes FROM content_types t
      WHERE t.projectId = ? AND ${STANDS} ORDER BY t.createdAt, t.id`,
    [projectId],
  );
  return rows.map(({ id, name, latestVersion, bytes }) => ({
    id,
    name,
    latestVersion: Number(latestVersion),
    bytes: Number(bytes),
  }));
}

/** Returns the names of the first types of a project, oldest first. */
export async function firstTypeNames(read: Reader, projectId: string, limit: number): Promise<string[]> {
  const rows = await read.query<{ name: string }>(
    `SELECT t.name FROM content_types t WHERE t.projectId = ? AND ${STANDS}
      ORDER BY t.createdAt, t.id LIMIT ${limit}`,
    [projectId],
  );
  return rows.map(({ name }) => name);
}

/**
 * Returns the ids of deleted types whose documents are still being removed, which lists leave out. The result
 * is almost always empty. The names of such types begin with a word and a space, and "!" follows the space in
 * the database's order, so an index of names finds them.
 */
export async function typesLeaving(read: Reader, projectId: string): Promise<string[]> {
  const rows = await read.query<{ id: string }>(
    "SELECT id FROM content_types WHERE projectId = ? AND name >= ? AND name < ? LIMIT 1000",
    [projectId, DELETED, "deleted!"],
  );
  return rows.map(({ id }) => id);
}

/** Returns a type, also one that is being deleted. */
export const findType = (read: Reader, id: string): Promise<ContentType | null> =>
  read.findOne(ContentType, { id });

/** Locks a type until the transaction ends and returns it; null for one that is gone or being deleted. */
export async function lockType(tx: Tx, id: string): Promise<ContentType | null> {
  const type = await tx.findOneForUpdate(ContentType, { id });
  return type === null || type.deletedAt !== null ? null : type;
}

/** Returns a page of a project's types, newest first, and the number of all of them. */
export async function pageOfTypes(
  longRead: Reader,
  projectId: string,
  { limit, offset }: Page,
): Promise<{ types: ContentType[]; total: number }> {
  const [page, total] = await Promise.all([
    longRead.query<Sized>(
      `SELECT t.id, OCTET_LENGTH(t.schema) AS bytes FROM content_types t
        WHERE t.projectId = ? AND ${STANDS} ORDER BY t.createdAt DESC, t.id DESC LIMIT ? OFFSET ?`,
      [projectId, limit, offset],
    ),
    longRead.count(ContentType, { projectId, deletedAt: IsNull() }),
  ]);
  const types = await Array.fromAsync(readBySize<ContentType>(longRead, ContentType, "content_types", page));
  return { types: types.filter(({ deletedAt }) => deletedAt === null), total };
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

/** Returns one schema of a type. */
export const findVersion = (
  read: Reader,
  typeId: string,
  version: number,
): Promise<ContentTypeVersion | null> => read.findOne(ContentTypeVersion, { typeId, version });

/** Returns a page of a type's schemas, newest first, and the number of all of them. */
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
  const versions = await Array.fromAsync(
    readBySize<ContentTypeVersion>(longRead, ContentTypeVersion, "content_type_versions", page),
  );
  return { versions, total };
}

/** Returns the newest schemas of a type before a version, newest first, within both limits. */
export async function schemasBefore(
  read: Reader,
  typeId: string,
  version: number,
  most: { versions: number; bytes: number },
): Promise<ContentSchema[]> {
  const oldest = await oldestWithin(read, typeId, version, most);
  const rows = await read.query<{ schemaText: string }>(
    `SELECT v.schema AS schemaText FROM content_type_versions v
      WHERE v.typeId = ? AND v.version < ? AND v.version >= ? ORDER BY v.version DESC`,
    [typeId, version, oldest],
  );
  return rows.map(({ schemaText }) => JSON.parse(schemaText) as ContentSchema);
}

/**
 * Returns the oldest version within the limits. A server reads a schema to measure it, so the number of
 * measured ones doubles from step to step, and few are measured in vain.
 */
async function oldestWithin(
  read: Reader,
  typeId: string,
  version: number,
  most: { versions: number; bytes: number },
): Promise<number> {
  let oldest = version;
  let sum = 0;
  for (let seen = 0, count = 16; seen < most.versions; seen += count, count *= 2) {
    const limit = Math.min(count, most.versions - seen);
    const sizes = await read.query<{ version: number; bytes: number }>(
      `SELECT v.version, OCTET_LENGTH(v.schema) AS bytes FROM content_type_versions v
        WHERE v.typeId = ? AND v.version < ? ORDER BY v.version DESC LIMIT ${limit}`,
      [typeId, oldest],
    );
    for (const each of sizes) {
      sum += Number(each.bytes);
      if (sum > most.bytes) return oldest;
      oldest = Number(each.version);
    }
    if (sizes.length < limit) break;
  }
  return oldest;
}

export const insertVersion = (tx: Tx, version: ContentTypeVersion): Promise<void> =>
  tx.insert(ContentTypeVersion, version);

/** Deletes a batch of the schemas of a type that is being deleted. Returns false when there are more. */
export const deleteVersions = (host: Pick<Host, "read" | "transact">, typeId: string): Promise<boolean> =>
  deleteBatch<ContentTypeVersion>(host, ContentTypeVersion, { typeId });

/** Returns the number of documents by the type's id, from one query that an index answers. */
export async function countDocuments(read: Reader, typeIds: readonly string[]): Promise<Map<string, number>> {
  if (typeIds.length === 0) return new Map();
  const rows = await read.query<{ typeId: string; count: number }>(
    `SELECT typeId, COUNT(*) AS count FROM content_documents
      WHERE typeId IN (${placeholders(typeIds)}) GROUP BY typeId`,
    typeIds,
  );
  return new Map(rows.map(({ typeId, count }) => [typeId, Number(count)]));
}
