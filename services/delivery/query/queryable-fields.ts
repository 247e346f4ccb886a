import { FILTER_OPERATORS, type FilterOperator } from "../../../contracts/delivery.js";
import type { ContentSchema, FieldDefinition } from "../../../contracts/content-schema.js";
import { isLocalized } from "../../../contracts/content-values.js";
import type { FieldKind } from "../../../engines/document-index/index.js";

export interface QueryableField {
  name: string;
  kind: FieldKind;
  isLocalized: boolean;
  /** Null for a system field. */
  definition: FieldDefinition | null;
}

/** Which fields have which operators. GraphQL's inputs and the refusals are made of this; `parse-where.ts` says what each means. */
const OPERATORS: Readonly<Record<FieldKind, readonly FilterOperator[]>> = {
  text: FILTER_OPERATORS,
  number: ["eq", "ne", "in", "lt", "lte", "gt", "gte", "exists"],
  instant: ["eq", "ne", "in", "lt", "lte", "gt", "gte", "exists"],
  flag: ["eq", "ne", "in", "exists"],
  other: ["exists"],
};

/** The filter operators that a field of the kind has (rules/delivery 18). */
export const operatorsOf = (kind: FieldKind): readonly FilterOperator[] => OPERATORS[kind];

/** Operators that read all texts of a field. A filter, and all filters of a GraphQL query together, have few of them. */
const SEARCHES: readonly FilterOperator[] = ["contains"];
export const MAX_SEARCHES = 10;
/** Their names in a refusal. */
export const SEARCH_NAMES = SEARCHES.join(" and ");

export const isSearch = (name: string): boolean => (SEARCHES as readonly string[]).includes(name);

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

const known = new WeakMap<ContentSchema, ReadonlyMap<string, QueryableField>>();

/** What may be filtered and sorted by: system fields and the top level of the schema (rules/delivery 18). */
export function queryableFields(schema: ContentSchema): ReadonlyMap<string, QueryableField> {
  const found = known.get(schema);
  if (found !== undefined) return found;
  const own = schema.fields.map((definition) => ({
    name: definition.name,
    kind: KINDS[definition.type],
    isLocalized: isLocalized(definition),
    definition,
  }));
  const fields = new Map([...SYSTEM, ...own].map((field) => [field.name, field]));
  known.set(schema, fields);
  return fields;
}
