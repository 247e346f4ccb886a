import { ServiceError } from "../../contracts/errors.js";
import { translateDocument } from "../../contracts/translation.js";
import type { TranslationJob } from "../../entities/translation-job.js";
import { action } from "../../runtime/actions/action.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { EdgePart } from "../../runtime/actions/area.js";
import { waitForRow } from "../../runtime/actions/wait-for-row.js";
import type { Host } from "../../runtime/process/host.js";
import * as content from "../content/index.js";
import { draftTurns } from "./draft-turns.js";
import { findJob } from "./job.repository.js";
import { presentResult } from "./present-result.js";
import { requestDocument } from "./request-document.js";
import { WaitedTranslations } from "./waited-translations.js";

/** Milliseconds after which a translation answers with the languages that are done (rules/translation 9). */
const LONGEST_MS = 300_000;

/**
 * Waits for a job's end; returns the state reached when the time is up or the process drains. Throws the
 * signal's reason.
 */
const waitForJob = (
  host: Pick<Host, "read" | "signals" | "draining">,
  id: string,
  signal: AbortSignal,
): Promise<TranslationJob | null> =>
  waitForRow(
    host,
    {
      read: () => findJob(host.read, id),
      isOver: ({ status }) => status !== "running",
      onChange: (wake) => host.signals.on("translation.moved", (moved) => moved.id === id && wake()),
      longestMs: LONGEST_MS,
    },
    signal,
  );

/**
 * Makes the part of the area that every gateway runs, since it lasts longer than a call: the translation that
 * a client waits for. The document is read in a turn before and in a turn after: nothing of it is in memory
 * while the request waits (rules/translation 16).
 */
export function translationEdge(host: Host): EdgePart {
  const waited = new WaitedTranslations();
  const answer = async (context: ActionContext, documentId: string, jobId: string) => {
    const { signal } = context;
    const job = await waitForJob(host, jobId, signal);
    if (job === null) throw new ServiceError("not_found", "The translation is gone.");
    const { accountId } = context.auth;
    return draftTurns.take({ accountId, signal, isPatient: true }, async () => {
      const found = await content.requireTranslatable(host.read, accountId, documentId);
      return presentResult(host, context, job, found);
    });
  };
  return {
    actions: [
      action(translateDocument, {
        find: ({ auth }, { id }) => content.requireSeen(host.read, auth.accountId, id),
        run: (context, params) =>
          waited.during(context.auth.accountId, async () => {
            const { id: jobId } = await requestDocument(host, context, params);
            return answer(context, params.id, jobId);
          }),
        replay: (context, jobId, { id }) =>
          waited.during(context.auth.accountId, async () => {
            await content.requireSeen(host.read, context.auth.accountId, id);
            return answer(context, id, jobId);
          }),
      }),
    ],
    routes: [],
  };
}
