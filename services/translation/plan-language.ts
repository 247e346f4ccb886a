import { isEmptyValue } from "../../contracts/content-values.js";
import { fingerprint, type Memory } from "../content/index.js";
import type { LocalizedValue } from "./localized-paths.js";
import { readSegments } from "./segments.js";

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

/** A value to translate. */
export interface Wanted {
  path: string;
  source: unknown;
  /** Value of the locale now: a translation never overwrites a text that was written meanwhile. */
  target: unknown;
  segments: Readonly<Record<string, string>>;
}

export interface LanguagePlan {
  locale: string;
  wanted: Wanted[];
  skipped: Skipped[];
}

interface PlanOptions {
  sourceLocale: string;
  locale: string;
  mode: "missing" | "outdated" | "all";
  /** Machine translations of this document and locale, by path. */
  memory: ReadonlyMap<string, Memory>;
}

/**
 * Plans the translation of a document into a locale: the values to translate, and the reason for every other
 * value (rules/translation 1).
 */
export function planLanguage(values: readonly LocalizedValue[], options: PlanOptions): LanguagePlan {
  const plan: LanguagePlan = { locale: options.locale, wanted: [], skipped: [] };
  for (const value of values) {
    const reason = refusal(value, options);
    if (reason !== null) {
      plan.skipped.push({ path: value.path, reason });
      continue;
    }
    const source = value.byLocale[options.sourceLocale];
    const target = value.byLocale[options.locale] ?? null;
    plan.wanted.push({ path: value.path, source, target, segments: readSegments(source) });
  }
  return plan;
}

function refusal({ field, path, byLocale }: LocalizedValue, options: PlanOptions): SkipReason | null {
  if (field.type === "media") return "media";
  if (field.type === "string" && field.enum !== undefined) return "enum";
  const source = byLocale[options.sourceLocale];
  if (isEmptyValue(source)) return "no_source";
  if (Object.keys(readSegments(source)).length === 0) return "no_text";
  const target = byLocale[options.locale];
  if (options.mode === "all" || isEmptyValue(target)) return null;
  if (options.mode === "missing") return "filled";
  const memory = options.memory.get(path);
  if (memory === undefined || memory.valueHash !== fingerprint(target)) return "edited_by_hand";
  return memory.sourceHash === fingerprint(source) ? "up_to_date" : null;
}
