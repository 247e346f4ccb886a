import { isEmptyValue } from "../../contracts/content-values.js";
import { fingerprint, type Memory, memoryKey } from "../content/index.js";
import type { LocalizedValue } from "./localized-paths.js";
import { hasText } from "./segments.js";
import { SourceValue } from "./source-value.js";

export type SkipReason =
  | "media"
  | "enum"
  | "no_source"
  | "no_text"
  | "filled"
  | "up_to_date"
  | "edited_by_hand"
  | "not_translated"
  | "changed_meanwhile";

export interface Skipped {
  path: string;
  reason: SkipReason;
}

/** A localized field of a document, with its value to translate from. */
export interface SourcedValue extends LocalizedValue {
  source: SourceValue;
  /** The reason for which no language translates the value; null when languages decide. */
  refusal: SkipReason | null;
}

/** A value to translate. */
export interface Wanted {
  path: string;
  source: SourceValue;
  /** Value of the locale now: a translation never overwrites a text that was written meanwhile. */
  target: unknown;
}

export interface LanguagePlan {
  locale: string;
  wanted: Wanted[];
  skipped: Skipped[];
}

interface PlanOptions {
  locale: string;
  mode: "missing" | "outdated" | "all";
  /** Machine translations of this document, by `memoryKey`. */
  memories: ReadonlyMap<string, Memory>;
}

/** Decides of a value what is the same for every language. */
export function withSource(value: LocalizedValue, sourceLocale: string): SourcedValue {
  const source = value.byLocale[sourceLocale];
  return { ...value, source: new SourceValue(source), refusal: refusalOfAll(value, source) };
}

function refusalOfAll({ field }: LocalizedValue, source: unknown): SkipReason | null {
  if (field.type === "media") return "media";
  if (field.type === "string" && field.enum !== undefined) return "enum";
  if (isEmptyValue(source)) return "no_source";
  return hasText(source) ? null : "no_text";
}

/**
 * Plans the translation of a document into a locale: the values to translate, and the reason for every other
 * value (rules/translation 1).
 */
export function planLanguage(values: readonly SourcedValue[], options: PlanOptions): LanguagePlan {
  const { locale } = options;
  const plan: LanguagePlan = { locale, wanted: [], skipped: [] };
  for (const value of values) {
    const { path, source } = value;
    const reason = value.refusal ?? refusal(value, options);
    if (reason !== null) plan.skipped.push({ path, reason });
    else plan.wanted.push({ path, source, target: value.byLocale[locale] ?? null });
  }
  return plan;
}

function refusal({ path, source, byLocale }: SourcedValue, options: PlanOptions): SkipReason | null {
  const target = byLocale[options.locale];
  if (options.mode === "all" || isEmptyValue(target)) return null;
  if (options.mode === "missing") return "filled";
  const memory = options.memories.get(memoryKey(path, options.locale));
  if (memory === undefined || memory.valueHash !== fingerprint(target)) return "edited_by_hand";
  return memory.sourceHash === source.hash ? "up_to_date" : null;
}
