import type { ContentFields, FieldDefinition } from "../../../contracts/content-schema.js";
import { fieldPicker } from "../../../contracts/content-own-fields.js";
import { isPlainObject } from "../../../contracts/content-values.js";
import { isUuid } from "../../../contracts/ids.js";
import { fillKeys } from "./fill-keys.js";
import { type Layout, fit, isShared, layoutOf, type DraftShape } from "./layout.js";
import { plainValue } from "./plain-value.js";
import { BLOCK_MARK, isAbsentEntry } from "./project-fields.js";

const pickOwn = fieldPicker();

type Definition = Pick<FieldDefinition, "type"> & Partial<FieldDefinition>;

/**
 * Returns the stored form of a draft's fields (rules/content 19 and 48): bare values of localized fields
 * under the default locale, keys in portable text, no empty entries, nothing that Yjs or JSON would change.
 * The function is idempotent. `before` has the fields of the draft so far; with `keepsLocales` a bare value
 * leaves their other locales as they are. Throws TooDeep.
 */
export function settleFields(
  shape: DraftShape,
  fields: ContentFields,
  before: ContentFields = {},
  { keepsLocales = false } = {},
): ContentFields {
  const plain = plainValue(fields);
  if (!isPlainObject(plain)) return {};
  const settled = settleObject(shape.schema.fields, plain, before, {
    defaultLocale: shape.defaultLocale,
    keepsLocales,
  });
  return withoutEmpty(layoutOf(shape), settled) as ContentFields;
}

interface Bare {
  /** The locale of bare values of localized fields. */
  defaultLocale: string;
  /** True when a bare value leaves the other locales of the draft so far. */
  keepsLocales: boolean;
}

function settleObject(
  definitions: readonly FieldDefinition[],
  values: Record<string, unknown>,
  before: unknown,
  bare: Bare,
): Record<string, unknown> {
  const settled = { ...values };
  for (const definition of pickOwn(definitions, values)) {
    const { name } = definition;
    if (!Object.hasOwn(values, name)) continue;
    const old = ofKey(before, name);
    settled[name] =
      definition.localized === true
        ? settleLocales(definition, values[name], old, bare)
        : settleValue(definition, values[name], old, bare);
  }
  return settled;
}

function settleLocales(definition: FieldDefinition, value: unknown, before: unknown, bare: Bare) {
  if (value === null) return null;
  const others = bare.keepsLocales && isByLocale(before) ? before : {};
  const map = isByLocale(value) ? value : { ...others, [bare.defaultLocale]: value };
  return Object.fromEntries(
    Object.entries(map).map(([code, each]) => [
      code,
      settleValue(definition, each, ofKey(before, code), bare),
    ]),
  );
}

/** Tells whether the value of a localized field is a map by locale: an object without `storageId` (rules/content 19). */
const isByLocale = (value: unknown): value is Record<string, unknown> =>
  isPlainObject(value) && !Object.hasOwn(value, "storageId");

function settleValue(definition: Definition, value: unknown, before: unknown, bare: Bare): unknown {
  if (definition.type === "object" && isPlainObject(value))
    return settleObject(definition.fields ?? [], value, before, bare);
  if (!Array.isArray(value)) return settleId(definition, value);
  const old = Array.isArray(before) ? before : [];
  if (definition.type === "portableText") return fillKeys(value, old);
  const item = definition.type === "array" ? definition.of : undefined;
  if (item === undefined) return value;
  return value.map((each, index) => settleValue(item, each, old[index], bare));
}

/** Puts the id of a reference or media into lower case, the stored form of UUIDs (rules/edge 41). */
function settleId({ type }: Definition, value: unknown): unknown {
  const key = type === "reference" ? "documentId" : type === "media" ? "storageId" : null;
  const id = key === null ? undefined : ofKey(value, key);
  if (key === null || !isUuid(id) || !isPlainObject(value)) return value;
  const settled = id.toLowerCase();
  return settled === id ? value : { ...value, [key]: settled };
}

const ofKey = (value: unknown, key: string): unknown =>
  isPlainObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;

/** Returns a value as the Y.Doc that is made of it reads back: without empty entries. */
function withoutEmpty(layout: Layout, value: unknown, isItem = false): unknown {
  if (layout.kind === "list" && Array.isArray(value))
    return value.map((item) => withoutEmpty(layout.item, item, true));
  if (!isPlainObject(value) || !isShared(fit(layout, value), value)) return value;
  const isWhole = isItem && Object.hasOwn(value, BLOCK_MARK);
  const kept: Record<string, unknown> = {};
  for (const [key, each] of Object.entries(value)) {
    const entry = layout.kind === "map" ? layout.entry(key) : layout;
    const plain = withoutEmpty(entry, each);
    if (isWhole || !isAbsentEntry(isShared(fit(entry, each), each), plain)) kept[key] = plain;
  }
  return kept;
}
