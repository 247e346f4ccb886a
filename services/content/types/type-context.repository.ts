import type { Locales } from "../../../contracts/content-locales.js";
import { FIRST_LOCALES } from "../../../contracts/content-locales.js";
import type { ContentSchema } from "../../../contracts/content-schema.js";
import { ContentTypeVersion } from "../../../entities/content-type-version.js";
import { placeholders } from "../../../runtime/database/reader.js";
import type { Reader, Tx } from "../../../runtime/database/transaction.js";
import { seersOf } from "../../projects/index.js";

/** The context in which a draft is read and checked: its type as it is now, and its project's locales. */
export interface TypeContext {
  typeId: string;
  /** The name of the type. */
  type: string;
  schemaVersion: number;
  schema: ContentSchema;
  locales: Locales;
  /** The codes of locales that the project no longer has. */
  formerLocales: readonly string[];
  /** True when translations follow a publish. */
  autoTranslate: boolean;
}

export interface TypeContextRow {
  contextTypeId: string;
  contextType: string;
  latestVersion: number;
  schemaText: string;
  defaultLocale: string | null;
  localesText: string | null;
  formerText: string | null;
  autoTranslate: number | boolean | null;
}

/** The columns of a type context. A SELECT may have those of documents too: no two names are equal. */
export const TYPE_CONTEXT_COLUMNS = `t.id AS contextTypeId, t.name AS contextType, t.latestVersion AS latestVersion, t.schema AS schemaText,
  s.defaultLocale AS defaultLocale, s.locales AS localesText, s.formerLocales AS formerText, s.autoTranslateOnPublish AS autoTranslate`;
export const FROM_TYPES = "content_types t LEFT JOIN content_settings s ON s.id = t.projectId";
const SELECT = `SELECT ${TYPE_CONTEXT_COLUMNS} FROM ${FROM_TYPES}`;

/** The condition that a type is not being deleted; a type that is being deleted has no visible documents. */
export const TYPE_STANDS = "t.deletedAt IS NULL";

/** Returns the context of a type's documents from one query; null when the type is gone. */
export const readTypeContext = (read: Reader, typeId: string): Promise<TypeContext | null> =>
  typeContextWhere(read, "t.id = ?", [typeId]);

/** Returns the type context of the type with a name, from one query; null when there is none. */
export const readTypeContextByName = (
  read: Reader,
  projectId: string,
  type: string,
): Promise<TypeContext | null> => typeContextWhere(read, "t.projectId = ? AND t.name = ?", [projectId, type]);

/**
 * Returns the type context like `readTypeContext`, and locks the type: it stays as it is until the
 * transaction ends.
 */
export const lockTypeContext = (tx: Tx, typeId: string): Promise<TypeContext | null> =>
  typeContextWhere(tx, "t.id = ?", [typeId], lockOf(tx));

/**
 * Locks the type of a locked document and returns its context. Returns null also where the given account does
 * not see the document's project: it may have been removed while it waited for the document. A server gets
 * both reads in one packet.
 */
export async function lockTypeFor(
  tx: Tx,
  { typeId, projectId }: { typeId: string; projectId: string },
  seer: string | null,
): Promise<TypeContext | null> {
  const [typeContext, seers] = await Promise.all([
    lockTypeContext(tx, typeId),
    seer === null ? null : seersOf(tx, projectId, [seer]),
  ]);
  return seer === null || seers?.has(seer) ? typeContext : null;
}

/**
 * Returns the type contexts of some types of a project by the type's name, from one query; the types stay as
 * they are until the transaction ends.
 */
export async function lockTypeContexts(
  tx: Tx,
  projectId: string,
  types: readonly string[],
): Promise<ReadonlyMap<string, TypeContext>> {
  const names = [...new Set(types)];
  const rows = await tx.query<TypeContextRow>(
    `${SELECT} WHERE t.projectId = ? AND t.name IN (${placeholders(names)}) AND ${TYPE_STANDS}${lockOf(tx)}`,
    [projectId, ...names],
  );
  return new Map(rows.map((row) => [row.contextType, toTypeContext(row)]));
}

/** Returns the clause of a shared lock, in the one spelling that MySQL and MariaDB share. */
const lockOf = ({ database }: Tx): string => (database.dialect === "sqlite" ? "" : " LOCK IN SHARE MODE");

async function typeContextWhere(
  read: Reader,
  condition: string,
  parameters: readonly unknown[],
  lock = "",
): Promise<TypeContext | null> {
  const [row] = await read.query<TypeContextRow>(
    `${SELECT} WHERE ${condition} AND ${TYPE_STANDS}${lock}`,
    parameters,
  );
  return row === undefined ? null : toTypeContext(row);
}

/** Returns the type contexts of several types by the type's id, from one query. */
export async function readTypeContexts(
  read: Reader,
  typeIds: readonly string[],
): Promise<Map<string, TypeContext>> {
  const ids = [...new Set(typeIds)];
  if (ids.length === 0) return new Map();
  const rows = await read.query<TypeContextRow>(
    `${SELECT} WHERE t.id IN (${placeholders(ids)}) AND ${TYPE_STANDS}`,
    ids,
  );
  return new Map(rows.map((row) => [row.contextTypeId, toTypeContext(row)]));
}

export const toTypeContext = (row: TypeContextRow): TypeContext => ({
  typeId: row.contextTypeId,
  type: row.contextType,
  schemaVersion: Number(row.latestVersion),
  schema: JSON.parse(row.schemaText) as ContentSchema,
  locales:
    row.defaultLocale === null || row.localesText === null
      ? FIRST_LOCALES
      : { defaultLocale: row.defaultLocale, locales: JSON.parse(row.localesText) as Locales["locales"] },
  formerLocales: row.formerText === null ? [] : (JSON.parse(row.formerText) as string[]),
  autoTranslate: Boolean(Number(row.autoTranslate)),
});

/** Returns the type context with an older schema of its type. */
export async function typeContextAt(
  read: Reader,
  typeContext: TypeContext,
  schemaVersion: number,
): Promise<TypeContext> {
  if (schemaVersion === typeContext.schemaVersion) return typeContext;
  const version = await read.findOne(ContentTypeVersion, {
    typeId: typeContext.typeId,
    version: schemaVersion,
  });
  return version === null ? typeContext : { ...typeContext, schemaVersion, schema: version.schema };
}
