import type { ContentFields, ContentSchema } from "../../contracts/content-schema.js";
import type { TranslationOptions } from "../../entities/translation-job.js";
import * as content from "../content/index.js";
import { localizedValues } from "./localized-paths.js";
import { type LanguagePlan, planLanguage } from "./plan-language.js";

/** The parts of a document that decide what is translated. */
export interface Plannable {
  schema: ContentSchema;
  settings: Pick<content.SettingsRead, "defaultLocale" | "locales">;
  document: { draft: ContentFields };
  /** Translations that machines wrote, by `memoryKey`. */
  memories: ReadonlyMap<string, content.Memory>;
}

/** Plans the translation of a document into each language, as the document is now. */
export function planDocument(found: Plannable, options: TranslationOptions): LanguagePlan[] {
  const { schema, settings, document, memories } = found;
  const values = localizedValues(schema, document.draft, settings.defaultLocale).filter(
    ({ path }) => options.fields === null || options.fields.includes(path),
  );
  const locales =
    options.locales ??
    settings.locales.map(({ code }) => code).filter((code) => code !== options.sourceLocale);
  return locales.map((locale) => {
    const memory = new Map<string, content.Memory>();
    for (const { path } of values) {
      const own = memories.get(content.memoryKey(path, locale));
      if (own !== undefined) memory.set(path, own);
    }
    return planLanguage(values, { sourceLocale: options.sourceLocale, locale, mode: options.mode, memory });
  });
}
