import type { FieldDefinition, ItemDefinition, ContentSchema } from "../../../contracts/content-schema.js";
import { isPlainObject, localizedFields } from "../../../contracts/content-values.js";

/** The facts on which the stored form of a draft depends. */
export interface DraftShape {
  schema: ContentSchema;
  defaultLocale: string;
  /** The codes of the project's locales. */
  locales: readonly string[];
}

/**
 * The form of a value in the Y.Doc of a draft (rules/content 11; the layout is public,
 * docs/content-editing.md). `atom` is a plain value, whose last writer wins. `text` is a Y.Text. `map` is a
 * Y.Map, with the shared entries that it always has (`permanent`). `list` is a Y.Array.
 */
export type Layout =
  | { readonly kind: "atom" }
  | { readonly kind: "text" }
  | { readonly kind: "map"; entry(key: string): Layout; readonly permanent: readonly string[] }
  | { readonly kind: "list"; readonly item: Layout };

export type MapLayout = Extract<Layout, { kind: "map" }>;

const ATOM: Layout = { kind: "atom" };
const TEXT: Layout = { kind: "text" };
// A block or a span has no permanent entries, because its writer makes all of it at once.
const SPAN: Layout = { kind: "map", entry: (key) => (key === "text" ? TEXT : ATOM), permanent: [] };
const SPANS: Layout = { kind: "list", item: SPAN };
const BLOCK: Layout = { kind: "map", entry: (key) => (key === "children" ? SPANS : ATOM), permanent: [] };
const BLOCKS: Layout = { kind: "list", item: BLOCK };

/**
 * The most permanent entries by locale in a draft: 40 localized texts in 50 locales. Beyond it only the maps
 * by locale stand, so that a state that nobody has filled stays small.
 */
const MAX_LOCALE_ENTRIES = 2000;

/** Returns the layout of the root map `fields`. Unknown fields are atoms. */
export function layoutOf({ schema, locales }: DraftShape): MapLayout {
  const texts = localizedFields(schema.fields).filter(({ field }) => ownLayout(field, []).kind !== "atom");
  return mapOf(schema.fields, texts.length * locales.length > MAX_LOCALE_ENTRIES ? [] : locales);
}

function mapOf(fields: readonly FieldDefinition[], locales: readonly string[]): MapLayout {
  const entries = new Map(fields.map((field) => [field.name, fieldLayout(field, locales)]));
  const permanent = [...entries].flatMap(([name, { kind }]) => (kind === "atom" ? [] : [name]));
  return { kind: "map", entry: (key) => entries.get(key) ?? ATOM, permanent };
}

function fieldLayout(field: FieldDefinition, locales: readonly string[]): Layout {
  if (field.type === "array") return { kind: "list", item: itemLayout(field.of, locales) };
  const layout = ownLayout(field, locales);
  if (field.localized !== true) return layout;
  return { kind: "map", entry: () => layout, permanent: layout.kind === "atom" ? [] : locales };
}

/** Returns the layout of an array's item. Scalars in arrays are atoms, multi-line text too. */
const itemLayout = (item: ItemDefinition, locales: readonly string[]): Layout =>
  item.type === "text" ? ATOM : ownLayout(item, locales);

function ownLayout(field: FieldDefinition | ItemDefinition, locales: readonly string[]): Layout {
  switch (field.type) {
    case "text":
      return TEXT;
    case "portableText":
      return BLOCKS;
    case "object":
      return mapOf(field.fields, locales);
    default:
      return ATOM;
  }
}

/**
 * Returns the layout for a value. A value that does not have the shape of its field is stored as an atom, and
 * is an issue of the draft.
 */
export function fit(layout: Layout, value: unknown): Layout {
  const fits =
    (layout.kind === "text" && typeof value === "string") ||
    (layout.kind === "map" && isPlainObject(value)) ||
    (layout.kind === "list" && Array.isArray(value));
  return fits ? layout : ATOM;
}

/**
 * Tells whether a value is a shared type under a layout that fits it. Yjs recognizes plain objects by their
 * `constructor`, and refuses one that has a key of that name: such an object is a map also where it would be
 * plain.
 */
export const isShared = (layout: Layout, value: unknown): boolean =>
  layout.kind !== "atom" || (isPlainObject(value) && Object.hasOwn(value, "constructor"));
