import { setImmediate as turn } from "node:timers/promises";
import type { ResultOf } from "../../contracts/contract.js";
import type { previewTranslation } from "../../contracts/translation.js";
import type { TranslationOptions } from "../../entities/translation-job.js";
import type { TextModel } from "../../plugins/kit/text-model.js";
import type { Host } from "../../runtime/host.js";
import * as content from "../content/index.js";
import { estimateOf } from "./open-call.js";
import { planDocument } from "./translate-document.js";

const BATCH = 50;

/** Project-wide runs fill only what is missing (spec: Project-wide translation). */
export const fillOptions = (defaultLocale: string): TranslationOptions => ({
  locales: null,
  fields: null,
  sourceLocale: defaultLocale,
  mode: "missing",
});

/** What a run over a project would do, at most: the credits are the sum of what would be held. */
export async function previewJob(
  host: Host,
  projectId: string,
  model: TextModel,
): Promise<ResultOf<typeof previewTranslation>> {
  const settings = await content.readSettings(host.read, projectId);
  const options = fillOptions(settings.defaultLocale);
  const languages = new Set<string>();
  const sum = { documents: 0, values: 0, credits: 0 };
  let cursor: string | null = null;
  for (;;) {
    const ids: string[] = await content.nextTranslatable(host.read, projectId, cursor, BATCH);
    for (const found of await content.readTranslatables(host.read, projectId, ids)) {
      const plans = planDocument(found, options).filter(({ wanted }) => wanted.length > 0);
      if (plans.length > 0) sum.documents += 1;
      for (const plan of plans) {
        languages.add(plan.locale);
        sum.values += plan.wanted.length;
        sum.credits += estimateOf(model, settings.brief, plan);
      }
    }
    if (ids.length < BATCH) return { ...sum, languages: languages.size };
    cursor = ids.at(-1) ?? null;
    await turn();
  }
}
