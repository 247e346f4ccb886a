import { z } from "zod";
import { invalidParams } from "../../contracts/errors.js";
import { withNearest } from "../../contracts/nearest-name.js";
import type { ObjectSchema } from "./tool.js";

/** Of a list whose caller names no limit: what an agent reads in one go. */
const MOST_BYTES = 20_000;

/** What makes a tool one that lists. */
export interface ListOptions {
  /** The field of its result with the rows. */
  rows: string;
  /** Whether a result without a named limit may leave rows out; other lists have the length of their REST route. */
  isCut?: boolean;
}

const MOST_NAMES = 50;

/** The input that each of them has. */
export const selectInput = z
  .array(z.string().max(100), "must be a list of names of fields")
  .min(1, "must name at least one field")
  .max(MOST_NAMES)
  .optional()
  .describe("Only these fields of each row, such as id and title; left out: all.");

/** The schema of a list whose rows may leave fields out. */
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

/** Names of the fields of a row, by the schema of the result. */
export const fieldsOf = (schema: ObjectSchema, rows: string): string[] => [
  ...new Set(itemsOf(schema, rows).flatMap(({ properties = {} }) => Object.keys(properties))),
];

/** Throws `invalid_params` that names the nearest field. */
export function refuseUnknownFields(select: readonly string[] | undefined, fields: readonly string[]): void {
  const unknown = (select ?? []).filter((name) => !fields.includes(name));
  if (unknown.length > 0) throw invalidParams(`select: unknown fields ${withNearest(unknown, fields)}.`);
}

/**
 * The named fields of each row; and, where nobody asked for a number of rows, as many of them as fit, one at least.
 * `total` says that there are more.
 */
export function shorten(
  result: object,
  { rows, isCut = false }: ListOptions,
  { select, limit }: { select?: readonly string[] | undefined; limit?: unknown },
): object {
  const given = (result as Record<string, unknown>)[rows] as Record<string, unknown>[];
  const picked = select === undefined ? given : given.map((row) => pick(row, select));
  return { ...result, [rows]: isCut && limit === undefined ? fitting(picked) : picked };
}

const pick = (row: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.filter((name) => row[name] !== undefined).map((name) => [name, row[name]]));

function fitting<T>(rows: readonly T[]): T[] {
  // the brackets, total and what is around them
  let bytes = 200;
  const kept: T[] = [];
  for (const row of rows) {
    // as it is sent: indented, four spaces deep
    const text = JSON.stringify(row, null, 2);
    bytes += Buffer.byteLength(text) + 4 * text.split("\n").length + 2;
    if (bytes > MOST_BYTES && kept.length > 0) break;
    kept.push(row);
  }
  return kept;
}
