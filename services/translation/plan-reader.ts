import type { ContentFields } from "../../contracts/content-schema.js";
import type { TranslationOptions } from "../../entities/translation-job.js";
import type { Host } from "../../runtime/process/host.js";
import { loopTurns } from "../../runtime/process/loop-turns.js";
import * as content from "../content/index.js";
import { draftTurns } from "./draft-turns.js";
import { DocumentPlan } from "./plan-document.js";

/** Options of a project-wide run, which fills only missing values (rules/translation 12). */
export const fillOptions = (defaultLocale: string): TranslationOptions => ({
  locales: null,
  fields: null,
  sourceLocale: defaultLocale,
  mode: "missing",
});

/**
 * Reads plans of documents. Each batch of drafts is read in a turn of the asking account: several requests at once
 * would otherwise parse a draft each between two steps of everybody else (rules/translation 16).
 */
export class PlanReader {
  readonly #host: Pick<Host, "read">;
  readonly #accountId: string;
  readonly #settings: content.SettingsRead;
  #hasBegun = false;

  constructor(host: Pick<Host, "read">, accountId: string, settings: content.SettingsRead) {
    this.#host = host;
    this.#accountId = accountId;
    this.#settings = settings;
  }

  /** Calls `plan` with the documents of a group in turn, until it returns true. */
  async each(group: content.FilledGroup, plan: (document: DocumentPlan) => Promise<boolean>): Promise<void> {
    const batches = content.readGroupDrafts(this.#host.read, group);
    const next = async (): Promise<boolean> => {
      const { value: drafts, done } = await batches.next();
      if (done === true) return true;
      for (const draft of drafts) {
        await loopTurns.pause();
        if (await plan(this.#planOf(group, draft))) return true;
      }
      return false;
    };
    // A request that has begun reads on, however many wait; what it does in its time is bounded.
    for (let isOver = false; !isOver;) {
      isOver = await draftTurns.take({ accountId: this.#accountId, isPatient: this.#hasBegun }, next);
      this.#hasBegun = true;
    }
  }

  #planOf({ schema }: content.FilledGroup, draft: ContentFields): DocumentPlan {
    const settings = this.#settings;
    const plannable = { schema, settings, document: { draft }, memories: new Map<string, content.Memory>() };
    return new DocumentPlan(plannable, fillOptions(settings.defaultLocale));
  }
}
