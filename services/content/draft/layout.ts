import { isPlainObject } from "../../../contracts/content-empty.js";
import type { ContentSchema, FieldDefinition, ItemDefinition } from "../../../contracts/content-schema.js";
import { isLocalized } from "../../../contracts/content-values.js";

/**
 * How a value lies in the Y.Doc of a draft (decisions 10; the layout is public, docs/content-editing.md).
 * `atom`: a plain value, last writer wins. `text`: Y.Text. `map`: Y.Map. `list`: Y.Array.
 */
export type Layout =
  | { readonly kind: "atom" }
  | { readonly kind: "text" }
  | { readonly kind: "map"; entry(key: string): Layout }
  | { readonly kind: "list"; readonly item: Layout };

export type MapLayout = Extract<Layout, { kind: "map" }>;

const ATOM: Layout = { kind: "atom" };
const TEXT: Layout = { kind: "text" };
const SPAN: Layout = { kind: "map", entry: (key) => (key === "text" ? TEXT : ATOM) };
const SPANS: Layout = { kind: "list", item: SPAN };
const BLOCK: Layout = { kind: "map", entry: (key) => (key === "children" ? SPANS : ATOM) };
const BLOCKS: Layout = { kind: "list", item: BLOCK };

/** Of the root map `fields`. Unknown fields are atoms. */
export const layoutOf = (schema: ContentSchema): MapLayout => mapOf(schema.fields);

function mapOf(fields: readonly FieldDefinition[]): MapLayout {
  const entries = new Map(fields.map((field) => [field.name, fieldLayout(field)]));
  return { kind: "map", entry: (key) => entries.get(key) ?? ATOM };
}

function fieldLayout(field: FieldDefinition): Layout {
  if (field.type === "array") return { kind: "list", item: itemLayout(field.of) };
  const layout = ownLayout(field);
  return isLocalized(field) ? { kind: "map", entry: () => layout } : layout;
}

/** Scalars in arrays are atoms, multi-line text too. */
const itemLayout = (item: ItemDefinition): Layout => (item.type === "text" ? ATOM : ownLayout(item));

function ownLayout(field: Exclude<FieldDefinition, { type: "array" }> | ItemDefinition): Layout {
  switch (field.type) {
    case "text":
      return TEXT;
    case "portableText":
      return BLOCKS;
    case "object":
      return mapOf(field.fields);
    default:
      return ATOM;
  }
}

/**
 * The layout for a value. A value that does not have the shape of its field is stored as an atom, and is an issue of
 * the draft.
 */
export function fit(layout: Layout, value: unknown): Layout {
  const fits =
    (layout.kind === "text" && typeof value === "string") ||
    (layout.kind === "map" && isPlainObject(value)) ||
    (layout.kind === "list" && Array.isArray(value));
  return fits ? layout : ATOM;
}

/**
 * Whether a value is a shared type under a layout that fits it. Yjs tells plain objects by their `constructor`, and takes
 * none that has a key of that name: such an object is a map also where it is plain.
 */
export const isShared = (layout: Layout, value: unknown): boolean =>
  layout.kind !== "atom" || (isPlainObject(value) && Object.hasOwn(value, "constructor"));
