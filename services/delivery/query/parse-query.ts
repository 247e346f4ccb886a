import type { Locales } from "../../../contracts/content-locales.js";
import { type Reading, readingOf } from "../../../contracts/content-reading.js";
import type { ContentSchema } from "../../../contracts/content-schema.js";
import type { Condition, SortKey } from "./condition.js";
import { type ExpandTree, parseExpand } from "./parse-expand.js";
import { decidingPaths, parseSelect } from "./parse-select.js";
import { parseSort } from "./parse-sort.js";
import { parseWhere } from "./parse-where.js";
import { queryableFields } from "./queryable-fields.js";
import { refusal, thereAre } from "./refusal.js";

/** What a query is checked against. */
export interface QueryContext {
  schema: ContentSchema;
  locales: Locales;
  /** Other types of the project, for what references lead to. */
  schemaOf(type: string): ContentSchema | undefined;
}

/** How to read documents, as the edges know it: REST splits its lists, GraphQL has them. */
export interface ReadInput {
  select?: readonly string[] | undefined;
  expand?: readonly string[] | undefined;
  /** 1 unless said otherwise. */
  expandDepth?: number | undefined;
  locale?: string | undefined;
}

export interface QueryInput extends ReadInput {
  where?: unknown;
  sort?: readonly string[] | undefined;
  limit: number;
  offset: number;
}

/** How documents are read. */
export interface ContentRead {
  reading: Reading;
  /** Without the fields that were not selected. */
  schema: ContentSchema;
  expand: ExpandTree;
  /** Tells apart what is read of a document: its locale and its fields, not what they lead to elsewhere. */
  documentKey: string;
  /** Tells reads apart: two with the same key give the same of the same documents. */
  key: string;
}

/** A query of one type. Its key also tells which documents are found. */
export interface ContentQuery extends ContentRead {
  where: Condition;
  sort: readonly SortKey[];
  limit: number;
  offset: number;
}

/** `a,b` as the wire has lists; nothing when the parameter is not there. An empty item is refused where it is used. */
export const splitList = (text: string | undefined): string[] | undefined =>
  text?.split(",").map((item) => item.trim());

/** Throws `invalid_params` that names what is unknown (decisions 11). */
export function parseRead(context: QueryContext, input: ReadInput): ContentRead {
  const { schema, locales, schemaOf } = context;
  const reading = readingOf(locales, input.locale);
  if (reading === undefined) {
    const codes = thereAre([...locales.locales.map(({ code }) => code), "*"]);
    throw refusal(`locale: there is no "${input.locale}"; ${codes}.`);
  }
  const selected = input.select === undefined ? schema : parseSelect(schema, input.select);
  const expand = parseExpand(schema, input.expand ?? [], input.expandDepth ?? 1, schemaOf);
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

/** Of a read of the fields that are selected, all unless said otherwise; naming system fields changes nothing. */
export const documentKeyOf = (
  { locale }: Reading,
  select: readonly string[] | undefined,
  expand: ExpandTree,
): string => {
  const paths = select && decidingPaths(select).sort();
  return JSON.stringify([locale, paths ?? null, [...expand.keys()]]);
};

/** Throws `invalid_params` that names what is unknown (decisions 11). */
export function parseQuery(context: QueryContext, input: QueryInput): ContentQuery {
  const fields = queryableFields(context.schema);
  const read = parseRead(context, input);
  const where: Condition = input.where === undefined ? { kind: "every" } : parseWhere(fields, input.where);
  const sort = parseSort(fields, input.sort ?? []);
  const { limit, offset } = input;
  // one text for one meaning: all of it is in normal form already
  return { ...read, where, sort, limit, offset, key: JSON.stringify([read.key, where, sort, limit, offset]) };
}

type Listed = [path: string, below: Listed][];

const listed = (tree: ExpandTree): Listed => [...tree].map(([path, below]) => [path, listed(below)]);
