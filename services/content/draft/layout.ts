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
 * docs/content-editing.md). `atom` is a plain value, whose last writer wins; `hasLanguages` marks one of a field that a type may
 * localize: an object in its place has its languages from before. `text` is a Y.Text. `map` is a Y.Map, with the shared entries
 * that it always has (`permanent`); `knows(key)` tells whether the type says what is under the key. `list` is a Y.Array.
 */
export type Layout =
  | { readonly kind: "atom"; readonly hasLanguages?: true }
  | { readonly kind: "text" }
  | {
      readonly kind: "map";
      entry(key: string): Layout;
      knows(key: string): boolean;
      readonly permanent: readonly string[];
    }
  | { readonly kind: "list"; readonly item: Layout };

export type MapLayout = Extract<Layout, { kind: "map" }>;

const ATOM: Layout = { kind: "atom" };
/** A value that a type may localize. */
const VALUE: Layout = { kind: "atom", hasLanguages: true };
const TEXT: Layout = { kind: "text" };
// A block or a span has no permanent entries, because its writer makes all of it at once.
const SPAN: Layout = partOf("text", TEXT);
const SPANS: Layout = { kind: "list", item: SPAN };
const BLOCK: Layout = partOf("children", SPANS);
const BLOCKS: Layout = { kind: "list", item: BLOCK };

/** Returns the layout of a map whose only shared entry is `name`. */
function partOf(name: string, layout: Layout): Layout {
  const isName = (key: string) => key === name;
  return { kind: "map", entry: (key) => (isName(key) ? layout : ATOM), knows: isName, permanent: [] };
}

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
  return {
    kind: "map",
    entry: (key) => entries.get(key) ?? ATOM,
    knows: (key) => entries.has(key),
    permanent,
  };
}

function fieldLayout(field: FieldDefinition, locales: readonly string[]): Layout {
  if (field.type === "array") return { kind: "list", item: itemLayout(field.of, locales) };
  const layout = ownLayout(field, locales);
  if (field.localized !== true) return layout;
  return {
    kind: "map",
    entry: () => layout,
    knows: () => true,
    permanent: layout.kind === "atom" ? [] : locales,
  };
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
    case "string":
    case "media":
      return VALUE;
    case "object":
      return mapOf(field.fields, locales);
    default:
      return ATOM;
  }
}

/**
 * Returns the layout for a value. A value that does not have the shape of its field is stored as an atom, and
 * is an issue of the draft. The languages of a field that is no longer localized stay a map, so that edits in them merge.
 */
export function fit(layout: Layout, value: unknown): Layout {
  const fits =
    (layout.kind === "text" && typeof value === "string") ||
    (layout.kind === "map" && isPlainObject(value)) ||
    (layout.kind === "list" && Array.isArray(value));
  if (fits) return layout;
  const hasLanguages = layout.kind === "text" || layout.kind === "list" || isLocalizable(layout);
  if (!hasLanguages || !isPlainObject(value) || Object.hasOwn(value, "storageId")) return ATOM;
  if (Object.keys(value).length === 0) return ATOM;
  return { kind: "map", entry: () => layout, knows: () => true, permanent: [] };
}

const isLocalizable = (layout: Layout): boolean => layout.kind === "atom" && layout.hasLanguages === true;

/**
 * Tells whether a value is a shared type under a layout that fits it. Yjs recognizes plain objects by their
 * `constructor`, and refuses one that has a key of that name: such an object is a map also where it would be
 * plain.
 */
export const isShared = (layout: Layout, value: unknown): boolean =>
  layout.kind !== "atom" || (isPlainObject(value) && Object.hasOwn(value, "constructor"));
