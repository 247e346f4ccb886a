import type { ContentFields, ContentSchema } from "../../contracts/content-schema.js";
import type { TranslationOptions } from "../../entities/translation-job.js";
import { loopTurns } from "../../runtime/process/loop-turns.js";
import type * as content from "../content/index.js";
import { localizedValues } from "./localized-paths.js";
import { type LanguagePlan, planLanguage, type SourcedValue, withSource } from "./plan-language.js";

/** The parts of a document that decide what is translated. */
export interface Plannable {
  schema: ContentSchema;
  settings: {
    defaultLocale: string;
    locales: readonly Pick<content.SettingsRead["locales"][number], "code">[];
  };
  document: { draft: ContentFields };
  /** Translations that machines wrote, by `memoryKey`. */
  memories: ReadonlyMap<string, content.Memory>;
}

/**
 * The translation of a document into each language, as the document is now. A project may have 200 languages and
 * a document may have 4 MB of texts: so a source is read once for all languages, one language is planned at a
 * time, and its plan holds no texts of its own.
 */
export class DocumentPlan {
  /** The languages that are asked for. */
  readonly locales: readonly string[];
  readonly #values: readonly SourcedValue[];
  readonly #mode: TranslationOptions["mode"];
  readonly #memories: Plannable["memories"];

  constructor({ schema, settings, document, memories }: Plannable, options: TranslationOptions) {
    const { sourceLocale } = options;
    this.locales =
      options.locales ?? settings.locales.map(({ code }) => code).filter((code) => code !== sourceLocale);
    this.#values = localizedValues(schema, document.draft, settings.defaultLocale)
      .filter(({ path }) => options.fields === null || options.fields.includes(path))
      .map((value) => withSource(value, sourceLocale));
    this.#mode = options.mode;
    this.#memories = memories;
  }

  /** Plans one language. */
  language(locale: string): LanguagePlan {
    return planLanguage(this.#values, { locale, mode: this.#mode, memories: this.#memories });
  }

  /** Yields the languages one by one. The event loop turns between two of them when it is due for a turn. */
  async *languages(): AsyncGenerator<LanguagePlan> {
    for (const locale of this.locales) {
      await loopTurns.pause();
      yield this.language(locale);
    }
  }

  /** Tells whether a language needs a translation; no texts are copied. */
  async isNeeded(): Promise<boolean> {
    for await (const { wanted } of this.languages()) if (wanted.length > 0) return true;
    return false;
  }
}
