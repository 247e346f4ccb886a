import type { TranslationCall } from "../../entities/translation-call.js";
import type { TranslationJob } from "../../entities/translation-job.js";
import type { TextModel } from "../../plugins/kit/text-model.js";
import type { LanguagePlan } from "./plan-language.js";

/** The translation of a document into one language. */
export interface LanguageWork {
  job: TranslationJob;
  documentId: string;
  sourceLocale: string;
  brief: string;
  model: TextModel;
  plan: LanguagePlan;
  /** The language's call, when a process that died had begun it or it has ended already; null otherwise. */
  begun: TranslationCall | null;
}
