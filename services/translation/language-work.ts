import type { TranslationCall } from "../../entities/translation-call.js";
import type { TranslationJob } from "../../entities/translation-job.js";
import type { TextModel } from "../../plugins/kit/text-model.js";
import type { LanguagePlan } from "./plan-language.js";

/** What a language of a document needs. */
export interface LanguageWork {
  job: TranslationJob;
  documentId: string;
  sourceLocale: string;
  brief: string;
  model: TextModel;
  plan: LanguagePlan;
  /** The call that a process which died had begun, or that has ended already; null: there is none. */
  begun: TranslationCall | null;
}
