import { fieldsOf } from "./condition.js";
import type { IndexQuery } from "./interface.js";

/** How values of a field compare. `other` has no order and is only present or absent. */
export type FieldKind = "text" | "number" | "instant" | "flag" | "other";

/** A field, and which part of it the index keeps. */
export interface IndexedField {
  name: string;
  kind: FieldKind;
  /** Locales with a slot each; null for a field that is not localized, which has a single slot. */
  locales: readonly string[] | null;
  /**
   * Set when the index holds only the field's presence, because its texts are too long to be kept without
   * need.
   */
  isPresenceOnly: boolean;
  /** Set when the field's texts stay in memory at any size. */
  isPinned: boolean;
  /** Text that is equal for two fields of one name that are decoded alike. */
  signature: string;
}

/**
 * The fields and locales that an index of a type holds; another plan means another index. It is plain data,
 * because workers get it too.
 */
export interface IndexPlan<Decoding = unknown> {
  defaultLocale: string;
  locales: readonly string[];
  fields: readonly IndexedField[];
  /** URL of a module whose `decode` reads rows (decoder.ts). */
  decoder: string;
  /** Data that `decode` needs. */
  decoding: Decoding;
}

/** Lists the slots that a chain of locales reads, in order. */
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
 * Tells whether an index of one plan answers a query as one of the other plan would: the fields of the query
 * must be read the same, in locales that both have. Fallbacks do not matter, because each query brings its
 * own chain.
 */
export function readsAlike(known: IndexPlan, wanted: IndexPlan, { where, sort, chain }: IndexQuery): boolean {
  if (known === wanted) return true;
  const names = [...fieldsOf(where), ...sort.map(({ field }) => field)];
  if (!names.every((name) => signaturesOf(known).get(name) === signaturesOf(wanted).get(name))) return false;
  const isLocalized = wanted.fields.some(({ name, locales }) => locales !== null && names.includes(name));
  return !isLocalized || (known.defaultLocale === wanted.defaultLocale && hasAll(known, chain));
}

const hasAll = ({ locales }: IndexPlan, chain: readonly string[]): boolean =>
  chain.every((wanted) => locales.includes(wanted));
