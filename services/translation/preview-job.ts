import { setImmediate as turn } from "node:timers/promises";
import type { ResultOf } from "../../contracts/contract.js";
import { localizedFields } from "../../contracts/content-values.js";
import type { previewTranslation } from "../../contracts/translation.js";
import type { TranslationOptions } from "../../entities/translation-job.js";
import type { TextModel } from "../../plugins/kit/text-model.js";
import type { Host } from "../../runtime/process/host.js";
import * as content from "../content/index.js";
import { isTranslated } from "./localized-paths.js";
import { estimateOf } from "./open-call.js";
import { planDocument } from "./plan-document.js";
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
    const batches = isLate() ? [] : readPlans(host, group, settings);
    for await (const batch of batches) {
      for (const plans of batch) tally.add(plans);
      left -= batch.length;
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
  add(plans: readonly LanguagePlan[]): void {
    if (plans.length > 0) this.#read.documents += 1;
    for (const plan of plans) {
      this.#languages.add(plan.locale);
      this.#read.values += plan.wanted.length;
      this.#read.calls += 1;
      this.#read.credits += this.#creditsOf(plan);
    }
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
    for await (const batch of readPlans(host, group, settings))
      if (batch.some((plans) => plans.length > 0) || performance.now() > until) return true;
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
  return groups.flatMap((group) => {
    const sourced = localizedFields(group.schema.fields)
      .filter(({ field }) => isTranslated(field))
      .map(({ path }) => group.codesOf.get(path) ?? [])
      .filter((codes) => codes.includes(defaultLocale));
    const counts = locales.map(
      ({ code }) => [code, sourced.filter((codes) => !codes.includes(code)).length] as const,
    );
    const valuesIn = new Map(counts.filter(([, count]) => count > 0));
    return valuesIn.size === 0 ? [] : [{ group, valuesIn }];
  });
}

/** Reads the plans of a group's documents, batch by batch; languages that need nothing are left out. */
async function* readPlans(
  host: Pick<Host, "read">,
  group: content.FilledGroup,
  settings: content.SettingsRead,
): AsyncGenerator<LanguagePlan[][]> {
  const options = fillOptions(settings.defaultLocale);
  const { schema } = group;
  for await (const drafts of content.readGroupDrafts(host.read, group)) {
    yield drafts.map((draft) =>
      planDocument({ schema, settings, document: { draft }, memories: new Map() }, options).filter(
        ({ wanted }) => wanted.length > 0,
      ),
    );
    await turn();
  }
}
