import { localizedFields } from "../../contracts/content-values.js";
import type { TextModel } from "../../plugins/kit/text-model.js";
import type { Host } from "../../runtime/process/host.js";
import { loopTurns } from "../../runtime/process/loop-turns.js";
import * as content from "../content/index.js";
import { isTranslated } from "./localized-paths.js";
import { estimateOf } from "./open-call.js";
import { PlanReader } from "./plan-reader.js";
import { type Missing, type Preview, Tally } from "./preview-tally.js";

/** Milliseconds for which a preview reads drafts, far below the limit of a call. */
const WITHIN_MS = 5000;

interface PreviewOf {
  /** The account that asks, which reads drafts in its turns. */
  accountId: string;
  projectId: string;
}

/**
 * Estimates the most that a run over a project would do; the credits are the sum of the holds. The missing
 * texts of every document are known without reading it. Drafts, on which the credits depend, are read for
 * some seconds; documents that are left then count with the average of those that were read, and `exact` is
 * false.
 */
export async function previewJob(
  host: Pick<Host, "read" | "longRead">,
  { accountId, projectId }: PreviewOf,
  model: TextModel,
  withinMs = WITHIN_MS,
): Promise<Preview> {
  const settings = await content.readSettings(host.read, projectId);
  const until = performance.now() + withinMs;
  const isLate = () => performance.now() > until;
  const tally = new Tally((plan) => estimateOf(model, settings.brief, plan));
  const reader = new PlanReader(host, accountId, settings);
  for (const missing of await readMissing(host, projectId, settings)) {
    let left = missing.group.documents;
    if (!isLate())
      await reader.each(missing.group, async (plan) => {
        await tally.add(plan);
        left -= 1;
        return isLate();
      });
    if (isLate() && left > 0) tally.addUnread(missing, left);
  }
  return tally.result();
}

/**
 * Returns true when a run over a project would have work to do, and also when it takes too long to find out.
 */
export async function hasMissing(
  host: Pick<Host, "read" | "longRead">,
  { accountId, projectId }: PreviewOf,
): Promise<boolean> {
  const settings = await content.readSettings(host.read, projectId);
  const until = performance.now() + WITHIN_MS;
  const reader = new PlanReader(host, accountId, settings);
  let isNeeded = false;
  for (const { group } of await readMissing(host, projectId, settings)) {
    await reader.each(group, async (plan) => {
      isNeeded = (await plan.isNeeded()) || performance.now() > until;
      return isNeeded;
    });
    if (isNeeded) return true;
  }
  return false;
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
