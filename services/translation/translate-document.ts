import type { TranslationJob } from "../../entities/translation-job.js";
import type { TextModel } from "../../plugins/kit/text-model.js";
import type { Host } from "../../runtime/host.js";
import type { ClaimedTask } from "../../runtime/tasks/task-handler.js";
import * as content from "../content/index.js";
import { localizedValues } from "./localized-paths.js";
import { type LanguagePlan, type Memory, planLanguage } from "./plan-language.js";
import { type LanguageFailure, translateLanguage } from "./translate-language.js";

/** decisions 10: languages of a document at once. */
const AT_ONCE = 4;

type Options = TranslationJob["options"];

/** What is to be done in each language of a document, as it is now. */
export function planDocument(found: content.Translatable, options: Options): LanguagePlan[] {
  const { schema, settings, document, memories } = found;
  const values = localizedValues(schema, document.draft, settings.defaultLocale).filter(
    ({ path }) => options.fields === null || options.fields.includes(path),
  );
  const locales =
    options.locales ??
    settings.locales.map(({ code }) => code).filter((code) => code !== options.sourceLocale);
  return locales.map((locale) => {
    const memory = new Map<string, Memory>();
    for (const { path } of values) {
      const own = memories.get(content.memoryKey(path, locale));
      if (own !== undefined) memory.set(path, own);
    }
    return planLanguage(values, { sourceLocale: options.sourceLocale, locale, mode: options.mode, memory });
  });
}

/**
 * Translates a document into each language that needs it, four at once. Gives the failures by locale; a document
 * that is gone has none. Repeated, it does what is left.
 */
export async function translateDocument(
  host: Host,
  task: ClaimedTask,
  job: TranslationJob,
  documentId: string,
  model: TextModel,
): Promise<Map<string, LanguageFailure>> {
  const failures = new Map<string, LanguageFailure>();
  const found = await content.readTranslatable(host.read, documentId);
  if (found === null || found.document.projectId !== job.projectId) return failures;
  const plans = planDocument(found, job.options).filter(({ wanted }) => wanted.length > 0);
  const work = async (): Promise<void> => {
    for (let plan = plans.shift(); plan !== undefined; plan = plans.shift()) {
      const failure = await translateLanguage(host, task, {
        job,
        documentId,
        sourceLocale: job.options.sourceLocale,
        brief: found.settings.brief,
        model,
        plan,
      });
      if (failure !== null) failures.set(plan.locale, failure);
      host.signals.send("translation.moved", { id: job.id });
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  for (const each of ended) if (each.status === "rejected") throw each.reason;
  return failures;
}
