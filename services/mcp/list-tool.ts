import { z } from "zod";
import { boundedList } from "../../contracts/bounded-list.js";
import { invalidParams } from "../../contracts/errors.js";
import { withNearest } from "../../contracts/nearest-name.js";
import { indentedLength } from "./readable-json.js";

export interface JsonObject {
  [key: string]: Json;
}

export type Json = string | number | boolean | null | Json[] | JsonObject;

export interface ObjectSchema {
  [key: string]: Json | undefined;
  type: "object";
  properties?: Record<string, JsonObject>;
  required?: string[];
}

/** Bytes of a list whose caller names no limit: the amount that an agent reads in one go. */
const MOST_BYTES = 20_000;
/** The levels above a row in the result, and the characters of its first line's indentation, its end and a comma. */
const DEPTH = 2;
const AROUND_ROW = 6;

/** Options of a tool that lists rows. */
export interface ListOptions {
  /** Name of the result's field that has the rows. */
  rows: string;
  /**
   * True when a result without a named limit may leave rows out; other lists are as long as their REST
   * route's.
   */
  isCut?: boolean;
}

const MOST_NAMES = 50;

/** The input that each of them has. */
export const selectInput = boundedList(z.string().max(100), MOST_NAMES, {
  error: "must be a list of names of fields",
})
  .min(1, "must name at least one field")
  .optional()
  .describe("Only these fields of each row, such as id and title; left out: all.");

/** Makes the fields of a list's rows optional in the schema of its result. */
export function withOptionalFields(schema: ObjectSchema, rows: string): ObjectSchema {
  const items = itemsOf(schema, rows);
  for (const each of items) delete each.required;
  return schema;
}

interface RowSchema {
  properties?: object;
  required?: unknown;
  anyOf?: RowSchema[];
}

function itemsOf(schema: ObjectSchema, rows: string): RowSchema[] {
  const { items } = (schema.properties?.[rows] ?? {}) as { items?: RowSchema };
  return items === undefined ? [] : [items, ...(items.anyOf ?? [])];
}

/** Returns the names of a row's fields from the schema of the result. */
export const fieldsOf = (schema: ObjectSchema, rows: string): string[] => [
  ...new Set(itemsOf(schema, rows).flatMap(({ properties = {} }) => Object.keys(properties))),
];

/** Throws `invalid_params`, with the nearest names, for unknown fields in `select`. */
export function refuseUnknownFields(select: readonly string[] | undefined, fields: readonly string[]): void {
  const unknown = (select ?? []).filter((name) => !fields.includes(name));
  if (unknown.length > 0) throw invalidParams(`select: unknown fields ${withNearest(unknown, fields)}.`);
}

/**
 * Keeps the named fields of each row. Without a named limit it also keeps only as many rows as fit, one at
 * least; `total` tells that there are more, and `limit` is then the number of rows, so that the next page begins
 * behind them.
 */
export function shorten(
  result: object,
  { rows, isCut = false }: ListOptions,
  { select, limit }: { select?: readonly string[] | undefined; limit?: unknown },
): object {
  const given = (result as Record<string, unknown>)[rows] as Record<string, unknown>[];
  const picked = select === undefined ? given : given.map((row) => pick(row, select));
  if (!isCut || limit !== undefined) return { ...result, [rows]: picked };
  const kept = fitting(picked);
  const isWhole = kept.length === picked.length || !("limit" in result);
  return { ...result, [rows]: kept, ...(!isWhole && { limit: kept.length }) };
}

const pick = (row: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.filter((name) => row[name] !== undefined).map((name) => [name, row[name]]));

function fitting<T>(rows: readonly T[]): T[] {
  // Bytes of the brackets, total and the other parts around the rows.
  let bytes = 200;
  const kept: T[] = [];
  for (const row of rows) {
    const compact = JSON.stringify(row);
    bytes += Buffer.byteLength(compact);
    // The row as it is sent: indented, two levels deep, on a line of its own.
    if (bytes <= MOST_BYTES) bytes += indentedLength(compact, DEPTH) - compact.length + AROUND_ROW;
    if (bytes > MOST_BYTES && kept.length > 0) break;
    kept.push(row);
  }
  return kept;
}
