import { fieldsOf } from "./condition.js";
import type { IndexQuery } from "./interface.js";

/** How values of a field compare; `other` has no order, it is there or not. */
export type FieldKind = "text" | "number" | "instant" | "flag" | "other";

/** A field and what of it the index keeps. */
export interface IndexedField {
  name: string;
  kind: FieldKind;
  /** One slot for each locale, or a single one for a field that is not localized. */
  locales: readonly string[] | null;
  /** Only whether it is there: its texts are too long to lie in memory unasked. */
  isPresenceOnly: boolean;
  /** Whether its texts stay in memory at any size. */
  isPinned: boolean;
  /** Two fields of one name with the same text are decoded alike. */
  signature: string;
}

/** What an index of a type holds. Another plan means another index. It is plain data: workers get it too. */
export interface IndexPlan<Decoding = unknown> {
  defaultLocale: string;
  locales: readonly string[];
  fields: readonly IndexedField[];
  /** URL of a module whose `decode` reads rows (decoder.ts), */
  decoder: string;
  /** and what it needs for that. */
  decoding: Decoding;
}

/** The slots that a chain reads, in order. */
export const slotsAlong = (field: IndexedField, chain: readonly string[]): number[] =>
  field.locales === null
    ? [0]
    : chain.map((code) => field.locales?.indexOf(code) ?? -1).filter((slot) => slot >= 0);

const signatures = new WeakMap<IndexPlan, ReadonlyMap<string, string>>();

function signaturesOf(plan: IndexPlan): ReadonlyMap<string, string> {
  const known = signatures.get(plan);
  if (known !== undefined) return known;
  const made = new Map(plan.fields.map(({ name, signature }) => [name, signature]));
  signatures.set(plan, made);
  return made;
}

/**
 * Whether an index of one plan answers a query like one of the other would: the fields that it is about are read the
 * same, in locales that are there. Fallbacks do not matter, each query brings its own.
 */
export function readsAlike(held: IndexPlan, wanted: IndexPlan, { where, sort, chain }: IndexQuery): boolean {
  if (held === wanted) return true;
  const names = [...fieldsOf(where), ...sort.map(({ field }) => field)];
  if (!names.every((name) => signaturesOf(held).get(name) === signaturesOf(wanted).get(name))) return false;
  const isLocalized = wanted.fields.some(({ name, locales }) => locales !== null && names.includes(name));
  return !isLocalized || (held.defaultLocale === wanted.defaultLocale && hasAll(held, chain));
}

const hasAll = ({ locales }: IndexPlan, chain: readonly string[]): boolean =>
  chain.every((wanted) => locales.includes(wanted));
