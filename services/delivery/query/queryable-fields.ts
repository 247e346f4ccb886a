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

const OPERATORS = {
  text: ["eq", "ne", "in", "lt", "lte", "gt", "gte", "contains", "exists"],
  number: ["eq", "ne", "in", "lt", "lte", "gt", "gte", "exists"],
  instant: ["eq", "ne", "in", "lt", "lte", "gt", "gte", "exists"],
  flag: ["eq", "ne", "in", "exists"],
  other: ["exists"],
} as const satisfies Record<FieldKind, readonly string[]>;

export type Operator = (typeof OPERATORS)["text"][number];

/** The filter operators that a field of the kind has (rules/delivery 18). */
export const operatorsOf = (kind: FieldKind): readonly Operator[] => OPERATORS[kind];

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
