import { type Locales, type Reading, readingOf } from "../../../contracts/content-locales.js";
import type { ContentSchema, FieldDefinition } from "../../../contracts/content-schema.js";

import type { Condition, FieldKind, SortKey } from "../../../engines/document-index/index.js";
import { type ExpandTree, parseExpand } from "./parse-expand.js";
import { decidingPaths, parseSelect } from "./parse-select.js";
import { parseWhere, type QueryableField } from "./parse-where.js";
import { refusal, thereAre } from "./refusal.js";

/**
 * Default order (rules/delivery 23). Ties are by id ascending, absent values come last in both directions.
 */
export const DEFAULT_SORT: readonly SortKey[] = [{ field: "_createdAt", isDescending: true }];

const MAX_SORT_KEYS = 5;

/** The schemas and locales that a query is checked against. */
export interface QueryContext {
  schema: ContentSchema;
  locales: Locales;
  /** Finds another type of the project, for references that lead to it. */
  schemaOf(type: string): ContentSchema | undefined;
}

/** Parameters of a read, as the edges know them: REST splits its lists, GraphQL has lists. */
export interface ReadInput {
  select?: readonly string[] | undefined;
  expand?: readonly string[] | undefined;
  /** Depth of `expand`; default: 1. */
  expandDepth?: number | undefined;
  locale?: string | undefined;
}

export interface QueryInput extends ReadInput {
  where?: unknown;
  sort?: readonly string[] | undefined;
  limit: number;
  offset: number;
}

/** The way in which documents are read. */
export interface ContentRead {
  reading: Reading;
  /** Schema without the fields that were not selected. */
  schema: ContentSchema;
  expand: ExpandTree;
  /**
   * Key of what is read of a document: its locale and its fields, without what they lead to in other
   * documents.
   */
  documentKey: string;
  /** Key of the read: two reads with the same key give the same for the same documents. */
  key: string;
}

/** A query of one type. Its key also tells which documents are found. */
export interface ContentQuery extends ContentRead {
  where: Condition;
  sort: readonly SortKey[];
  limit: number;
  offset: number;
}

/**
 * Parses the parameters of a read. Throws `invalid_params` that names what is unknown (rules/delivery 25).
 */
export function parseRead(context: QueryContext, input: ReadInput): ContentRead {
  const { schema, locales, schemaOf } = context;
  const reading = readingOf(locales, input.locale);
  if (reading === undefined) {
    const codes = thereAre([...locales.locales.map(({ code }) => code), "*"]);
    throw refusal(`locale: there is no "${input.locale}"; ${codes}.`);
  }
  const selected = input.select === undefined ? schema : parseSelect(schema, input.select);
  const expand: ExpandTree =
    input.expand === undefined
      ? new Map()
      : parseExpand(schema, input.expand, input.expandDepth ?? 1, schemaOf);
  const select = input.select && [...new Set(input.select)].sort();
  const documentKey = documentKeyOf(reading, select, expand);
  return {
    reading,
    schema: selected,
    expand,
    documentKey,
    key: JSON.stringify([reading.locale, select ?? null, listed(expand)]),
  };
}

/** Returns the key of a read of the selected fields, all by default; naming system fields changes nothing. */
export const documentKeyOf = (
  { locale }: Reading,
  select: readonly string[] | undefined,
  expand: ExpandTree,
): string => {
  const paths = select && decidingPaths(select).sort();
  return JSON.stringify([locale, paths ?? null, [...expand.keys()]]);
};

/** Parses a query. Throws `invalid_params` that names what is unknown (rules/delivery 25). */
export function parseQuery(context: QueryContext, input: QueryInput): ContentQuery {
  const fields = queryableFields(context.schema);
  const read = parseRead(context, input);
  const where: Condition = input.where === undefined ? { kind: "every" } : parseWhere(fields, input.where);
  const sort = parseSort(fields, input.sort ?? []);
  const { limit, offset } = input;
  // The key has one text for one meaning, because all parts are in normal form already.
  return { ...read, where, sort, limit, offset, key: JSON.stringify([read.key, where, sort, limit, offset]) };
}

type Listed = [path: string, below: Listed][];

const listed = (tree: ExpandTree): Listed => [...tree].map(([path, below]) => [path, listed(below)]);

/**
 * Parses sort keys, with `-` before the names of descending ones; an empty list is the default order. A
 * repeated field adds nothing. Throws `invalid_params` that names a field without order, and the fields that
 * have one.
 */
function parseSort(
  fields: ReadonlyMap<string, QueryableField>,
  names: readonly string[],
): readonly SortKey[] {
  if (names.length === 0) return DEFAULT_SORT;
  const keys = new Map<string, SortKey>();
  for (const name of names) {
    const isDescending = name.startsWith("-");
    const field = fields.get(isDescending ? name.slice(1) : name);
    if (field === undefined || field.kind === "other") {
      const sortable = [...fields.values()].filter(({ kind }) => kind !== "other");
      throw refusal(`sort: cannot sort by "${name}"; ${thereAre(sortable.map((one) => one.name))}.`);
    }
    if (!keys.has(field.name)) keys.set(field.name, { field: field.name, isDescending });
  }
  if (keys.size > MAX_SORT_KEYS) throw refusal(`sort: at most ${MAX_SORT_KEYS} fields.`);
  return upToId([...keys.values()]);
}

/** Cuts the keys after the id: ids are unique, so that later keys decide nothing. */
function upToId(keys: readonly SortKey[]): SortKey[] {
  const end = keys.findIndex(({ field }) => field === "_id");
  const deciding = end < 0 ? keys : keys.slice(0, end + 1);
  const last = deciding.at(-1);
  // Ascending ids are the tie-breaker anyway.
  return deciding.length > 1 && last?.field === "_id" && !last.isDescending
    ? deciding.slice(0, -1)
    : [...deciding];
}

const SYSTEM: readonly QueryableField[] = (
  [
    ["_id", "text"],
    ["_status", "text"],
    ["_createdAt", "instant"],
    ["_updatedAt", "instant"],
    ["_publishedAt", "instant"],
  ] as const
).map(([name, kind]) => ({ name, kind, isLocalized: false, definition: null }));

const KINDS: Record<FieldDefinition["type"], FieldKind> = {
  string: "text",
  text: "text",
  number: "number",
  boolean: "flag",
  datetime: "instant",
  portableText: "other",
  media: "other",
  reference: "other",
  object: "other",
  array: "other",
};

const knownFields = new WeakMap<ContentSchema, ReadonlyMap<string, QueryableField>>();

/**
 * Returns the fields that may be filtered and sorted by: system fields and the top level of the schema
 * (rules/delivery 18).
 */
export function queryableFields(schema: ContentSchema): ReadonlyMap<string, QueryableField> {
  const found = knownFields.get(schema);
  if (found !== undefined) return found;
  const own = schema.fields.map((definition) => ({
    name: definition.name,
    kind: KINDS[definition.type],
    isLocalized: definition.localized === true,
    definition,
  }));
  const fields = new Map([...SYSTEM, ...own].map((field) => [field.name, field]));
  knownFields.set(schema, fields);
  return fields;
}
