import type { ResultOf } from "../../contracts/contract.js";
import { localizedFields } from "../../contracts/content-values.js";
import type { previewTranslation } from "../../contracts/translation.js";
import type { TranslationOptions } from "../../entities/translation-job.js";
import type { TextModel } from "../../plugins/kit/text-model.js";
import type { Host } from "../../runtime/process/host.js";
import { loopTurns } from "../../runtime/process/loop-turns.js";
import * as content from "../content/index.js";
import { isTranslated } from "./localized-paths.js";
import { estimateOf } from "./open-call.js";
import { DocumentPlan } from "./plan-document.js";
import type { LanguagePlan } from "./plan-language.js";

type Preview = ResultOf<typeof previewTranslation>;

/** Milliseconds for which a preview reads drafts, far below the limit of a call. */
const WITHIN_MS = 5000;

/** Options of a project-wide run, which fills only missing values (rules/translation 12). */
export const fillOptions = (defaultLocale: string): TranslationOptions => ({
  locales: null,
  fields: null,
  sourceLocale: defaultLocale,
  mode: "missing",
});

/**
 * Estimates the most that a run over a project would do; the credits are the sum of the holds. The missing
 * texts of every document are known without reading it. Drafts, on which the credits depend, are read for
 * some seconds; documents that are left then count with the average of those that were read, and `exact` is
 * false.
 */
export async function previewJob(
  host: Pick<Host, "read" | "longRead">,
  projectId: string,
  model: TextModel,
  withinMs = WITHIN_MS,
): Promise<Preview> {
  const settings = await content.readSettings(host.read, projectId);
  const until = performance.now() + withinMs;
  const isLate = () => performance.now() > until;
  const tally = new Tally((plan) => estimateOf(model, settings.brief, plan));
  for (const missing of await readMissing(host, projectId, settings)) {
    const { group } = missing;
    let left = group.documents;
    const plans = isLate() ? [] : readPlans(host, group, settings);
    for await (const plan of plans) {
      await tally.add(plan);
      left -= 1;
      if (isLate()) break;
    }
    if (isLate() && left > 0) tally.addUnread(missing, left);
  }
  return tally.result();
}

/** Adds up the work of documents. */
class Tally {
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

/**
 * Returns true when a run over a project would have work to do, and also when it takes too long to find out.
 */
export async function hasMissing(host: Pick<Host, "read" | "longRead">, projectId: string): Promise<boolean> {
  const settings = await content.readSettings(host.read, projectId);
  const until = performance.now() + WITHIN_MS;
  for (const { group } of await readMissing(host, projectId, settings))
    for await (const plan of readPlans(host, group, settings))
      if ((await plan.isNeeded()) || performance.now() > until) return true;
  return false;
}

interface Missing {
  group: content.FilledGroup;
  /** Number of values that each document of the group lacks, by language; never 0. */
  valuesIn: ReadonlyMap<string, number>;
}

/** Reads the documents that lack translations, in groups that lack the same ones. */
async function readMissing(
  { longRead }: Pick<Host, "longRead">,
  projectId: string,
  { defaultLocale, locales }: content.SettingsRead,
): Promise<Missing[]> {
  const groups = await content.readFilledGroups(longRead, projectId);
  const missing: Missing[] = [];
  for (const group of groups) {
    await loopTurns.pause();
    const sourced = localizedFields(group.schema.fields)
      .filter(({ field }) => isTranslated(field))
      .map(({ path }) => path)
      .filter((path) => group.filledTexts.has(path, defaultLocale));
    const counts = locales.map(
      ({ code }) => [code, sourced.filter((path) => !group.filledTexts.has(path, code)).length] as const,
    );
    const valuesIn = new Map(counts.filter(([, count]) => count > 0));
    if (valuesIn.size > 0) missing.push({ group, valuesIn });
  }
  return missing;
}

/** Reads the plans of a group's documents, whose drafts are read batch by batch. */
async function* readPlans(
  host: Pick<Host, "read">,
  group: content.FilledGroup,
  settings: content.SettingsRead,
): AsyncGenerator<DocumentPlan> {
  const options = fillOptions(settings.defaultLocale);
  const { schema } = group;
  for await (const drafts of content.readGroupDrafts(host.read, group)) {
    for (const draft of drafts) {
      await loopTurns.pause();
      yield new DocumentPlan({ schema, settings, document: { draft }, memories: new Map() }, options);
    }
  }
}
