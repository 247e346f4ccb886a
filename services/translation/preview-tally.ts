import type { ResultOf } from "../../contracts/contract.js";
import type { previewTranslation } from "../../contracts/translation.js";
import type { FilledGroup } from "../content/index.js";
import type { DocumentPlan } from "./plan-document.js";
import type { LanguagePlan } from "./plan-language.js";

export type Preview = ResultOf<typeof previewTranslation>;

/** Documents that lack the same translations. */
export interface Missing {
  group: FilledGroup;
  /** Number of values that each document of the group lacks, by language; never 0. */
  valuesIn: ReadonlyMap<string, number>;
}

/** Adds up the work of documents. */
export class Tally {
  readonly #creditsOf: (plan: LanguagePlan) => number;
  readonly #languages = new Set<string>();
  readonly #read = { documents: 0, values: 0, calls: 0, credits: 0 };
  readonly #unread = { documents: 0, values: 0, calls: 0 };

  constructor(creditsOf: (plan: LanguagePlan) => number) {
    this.#creditsOf = creditsOf;
  }

  /** Adds a document with the languages that it needs. */
  async add(document: DocumentPlan): Promise<void> {
    let isNeeded = false;
    for await (const plan of document.languages()) {
      if (plan.wanted.length === 0) continue;
      isNeeded = true;
      this.#languages.add(plan.locale);
      this.#read.values += plan.wanted.length;
      this.#read.calls += 1;
      this.#read.credits += this.#creditsOf(plan);
    }
    if (isNeeded) this.#read.documents += 1;
  }

  /** Adds documents of a group whose drafts were not read in time. */
  addUnread({ valuesIn }: Missing, documents: number): void {
    this.#unread.documents += documents;
    for (const [locale, values] of valuesIn) {
      this.#languages.add(locale);
      this.#unread.values += documents * values;
      this.#unread.calls += documents;
    }
  }

  result(): Preview {
    const { calls, credits } = this.#read;
    const average = calls === 0 ? 1 : credits / calls;
    return {
      documents: this.#read.documents + this.#unread.documents,
      values: this.#read.values + this.#unread.values,
      languages: this.#languages.size,
      credits: credits + Math.ceil(this.#unread.calls * average),
      exact: this.#unread.documents === 0,
    };
  }
}
