import "reflect-metadata";
import { Column, getMetadataArgsStorage, PrimaryColumn, type ColumnOptions } from "typeorm";
import { toBoolean, toJson, toNumber } from "./statements.js";

/** The databases that one set of entities and migrations serves. */
export type Dialect = "sqlite" | "mysql" | "mariadb";

export type LogicalType =
  | "id"
  | "key"
  | "text"
  | "longText"
  | "json"
  | "blob"
  | "flag"
  | "int"
  | "big"
  | "hash";

/** Returns a dialect's column type for a logical type. Text compares by code point in every dialect (rules/edge 24). */
export function physicalType(logical: LogicalType, dialect: Dialect): ColumnOptions {
  const isSqlite = dialect === "sqlite";
  const ascii = isSqlite ? {} : { charset: "ascii", collation: "ascii_bin" };
  const exact = isSqlite
    ? {}
    : { charset: "utf8mb4", collation: dialect === "mariadb" ? "utf8mb4_nopad_bin" : "utf8mb4_0900_bin" };
  switch (logical) {
    case "id":
      return { type: "varchar", length: 64, ...ascii };
    case "hash":
      return { type: "varchar", length: 64, ...ascii };
    case "key":
      return { type: "varchar", length: 191, ...exact };
    case "text":
      return { type: "varchar", length: 320, ...exact };
    case "longText":
    case "json":
      return isSqlite ? { type: "text" } : { type: "longtext", ...exact };
    case "blob":
      return { type: isSqlite ? "blob" : "longblob" };
    case "flag":
      return isSqlite ? { type: "boolean" } : { type: "tinyint" };
    case "int":
      return { type: isSqlite ? "integer" : "int" };
    case "big":
      return { type: "bigint" };
  }
}

const LOGICAL = Symbol("logical type");
type Marked = ColumnOptions & { [LOGICAL]?: LogicalType };

const marked = (logical: LogicalType, options: ColumnOptions): Marked => ({
  ...physicalType(logical, "sqlite"),
  ...options,
  [LOGICAL]: logical,
});

/** Gives every declared column the types of the dialect. It has to be called before the data source opens. */
export function applyDialect(dialect: Dialect): void {
  for (const { options } of getMetadataArgsStorage().columns) {
    const logical = (options as Marked)[LOGICAL];
    if (logical === undefined) continue;
    for (const key of ["type", "length", "charset", "collation"] as const) delete (options as Marked)[key];
    Object.assign(options, physicalType(logical, dialect));
  }
}

const TRANSFORMERS: { [L in LogicalType]?: NonNullable<ColumnOptions["transformer"]> } = {
  json: toJson,
  flag: toBoolean,
  big: toNumber,
};

/** Returns the column options for an entity that is declared without decorators, such as the entities of plugins. */
export function columnOf(logical: LogicalType, dialect: Dialect): ColumnOptions {
  const transformer = TRANSFORMERS[logical];
  return { ...physicalType(logical, dialect), ...(transformer && { transformer }) };
}

/** A primary key: a UUID or a slug in ASCII. */
export const Id = () => PrimaryColumn(marked("id", {}) as Parameters<typeof PrimaryColumn>[0] & object);

/** The id of another row. */
export const Ref = (options: ColumnOptions = {}) => Column(marked("id", options));
/** Exact text of up to 191 characters, for unique keys. */
export const Key = (options: ColumnOptions = {}) => Column(marked("key", options));
/** A SHA-256 hash in hex. */
export const Hash = (options: ColumnOptions = {}) => Column(marked("hash", options));
/** Exact text of up to 320 characters. */
export const Text = (options: ColumnOptions = {}) => Column(marked("text", options));
/** Exact text of any length. */
export const LongText = (options: ColumnOptions = {}) => Column(marked("longText", options));
/** Any JSON value. */
export const Json = (options: ColumnOptions = {}) =>
  Column(marked("json", { ...options, transformer: toJson }));
/** Bytes of any length. They are read as a Buffer or, from the threads that make long reads on SQLite, as a Uint8Array. */
export const Bytes = (options: ColumnOptions = {}) => Column(marked("blob", options));
/** True or false. */
export const Flag = (options: ColumnOptions = {}) =>
  Column(marked("flag", { ...options, transformer: toBoolean }));
/** A whole number within 32 bits. */
export const Int = (options: ColumnOptions = {}) => Column(marked("int", options));
/** A whole number within 2^53, such as credits or bytes. */
export const Big = (options: ColumnOptions = {}) =>
  Column(marked("big", { ...options, transformer: toNumber }));
/** A moment in milliseconds since the epoch. Such numbers compare alike on every database, without time zones. */
export const At = (options: ColumnOptions = {}) =>
  Column(marked("big", { ...options, transformer: toNumber }));
