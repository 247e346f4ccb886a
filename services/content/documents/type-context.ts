import type { Locales } from "../../../contracts/content-locales.js";
import { FIRST_LOCALES } from "../../../contracts/content-locales.js";
import type { ContentSchema } from "../../../contracts/content-schema.js";
import { invalidParams, type ServiceError } from "../../../contracts/errors.js";
import { ContentDocument } from "../../../entities/content-document.js";
import { ContentTypeVersion } from "../../../entities/content-type-version.js";
import { placeholders } from "../../../runtime/placeholders.js";
import type { Reader, Tx } from "../../../runtime/transaction.js";
import { isSeen, seenBy } from "../../projects/index.js";
import { listOf, someTypeNames } from "../find-type.js";

/** What a draft is read and checked by: its type as it is now, and the locales of its project. */
export interface TypeContext {
  typeId: string;
  /** Name of the type. */
  type: string;
  schemaVersion: number;
  schema: ContentSchema;
  locales: Locales;
  /** Codes of locales that the project no longer has. */
  formerLocales: readonly string[];
  /** Whether a publish is followed by translations. */
  autoTranslate: boolean;
}

interface Row {
  contextTypeId: string;
  contextType: string;
  latestVersion: number;
  schemaText: string;
  defaultLocale: string | null;
  localesText: string | null;
  formerText: string | null;
  autoTranslate: number | boolean | null;
}

/** None of these is a column of documents too. */
const COLUMNS = `t.id AS contextTypeId, t.name AS contextType, t.latestVersion AS latestVersion, t.schema AS schemaText,
  s.defaultLocale AS defaultLocale, s.locales AS localesText, s.formerLocales AS formerText, s.autoTranslateOnPublish AS autoTranslate`;
const FROM = "content_types t LEFT JOIN content_settings s ON s.id = t.projectId";
const SELECT = `SELECT ${COLUMNS} FROM ${FROM}`;

/** A type that is being deleted has no visible documents. */
const STANDS = "t.deletedAt IS NULL";

/** The context of a type's documents; null when the type is gone. One query. */
export const readTypeContext = (read: Reader, typeId: string): Promise<TypeContext | null> =>
  typeContextWhere(read, "t.id = ?", [typeId]);

/** The type context of the type with a name; null when there is none. One query. */
export const readTypeContextByName = (
  read: Reader,
  projectId: string,
  type: string,
): Promise<TypeContext | null> => typeContextWhere(read, "t.projectId = ? AND t.name = ?", [projectId, type]);

/** Like `readTypeContext`, and the type stays as it is until the transaction ends. */
export const lockTypeContext = (tx: Tx, typeId: string): Promise<TypeContext | null> =>
  typeContextWhere(tx, "t.id = ?", [typeId], lockOf(tx));

/** Like `readTypeContextByName`, and the type stays as it is until the transaction ends. */
export const lockTypeContextByName = (tx: Tx, projectId: string, type: string): Promise<TypeContext | null> =>
  typeContextWhere(tx, "t.projectId = ? AND t.name = ?", [projectId, type], lockOf(tx));

/** The one spelling that MySQL and MariaDB share. */
const lockOf = ({ database }: Tx): string => (database.dialect === "sqlite" ? "" : " LOCK IN SHARE MODE");

async function typeContextWhere(
  read: Reader,
  condition: string,
  parameters: readonly unknown[],
  lock = "",
): Promise<TypeContext | null> {
  const [row] = await read.query<Row>(`${SELECT} WHERE ${condition} AND ${STANDS}${lock}`, parameters);
  return row === undefined ? null : toTypeContext(row);
}

/** The type contexts of several types, by the type's id. One query. */
export async function readTypeContexts(
  read: Reader,
  typeIds: readonly string[],
): Promise<Map<string, TypeContext>> {
  const ids = [...new Set(typeIds)];
  if (ids.length === 0) return new Map();
  const rows = await read.query<Row>(`${SELECT} WHERE t.id IN (${placeholders(ids)}) AND ${STANDS}`, ids);
  return new Map(rows.map((row) => [row.contextTypeId, toTypeContext(row)]));
}

const toTypeContext = (row: Row): TypeContext => ({
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

/** A document with its type context. */
export interface TypedDocument {
  document: ContentDocument;
  typeContext: TypeContext;
}

/** A document with its type context; null when either is gone, or hidden from the account. One query. */
export async function readTypedDocument(
  read: Reader,
  accountId: string,
  id: string,
): Promise<TypedDocument | null> {
  const [row] = await read.prepared<Row & Record<string, unknown>>(
    `SELECT d.*, ${COLUMNS} FROM ${FROM} JOIN content_documents d ON d.typeId = t.id
       WHERE d.id = ? AND ${isSeen("d.projectId")} AND ${STANDS}`,
    [id, ...seenBy(accountId)],
  );
  if (row === undefined) return null;
  return { document: read.entity(ContentDocument, row), typeContext: toTypeContext(row) };
}

/** The type context with an older schema of its type. */
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

/** For a type named in a body or query that the project does not have (decisions 10). Lists the types that exist. */
export async function unknownType(read: Reader, projectId: string, type: string): Promise<ServiceError> {
  const names = await someTypeNames(read, projectId);
  return invalidParams(`type: there is no content type ${JSON.stringify(type)}; ${listOf(names)}.`);
}
