import { ServiceError } from "../../contracts/errors.js";
import { translateDocument } from "../../contracts/translation.js";
import type { TranslationJob } from "../../entities/translation-job.js";
import { action } from "../../runtime/actions/action.js";
import type { EdgePart } from "../../runtime/actions/area.js";
import type { Host } from "../../runtime/process/host.js";
import * as content from "../content/index.js";
import { findJob } from "./job.repository.js";
import { presentResult } from "./present-result.js";
import { requestDocument } from "./request-document.js";
import { waitForRow } from "../../runtime/actions/wait-for-row.js";

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
 * a client waits for.
 */
export function translationEdge(host: Host): EdgePart {
  const waited = async (id: string, signal: AbortSignal): Promise<TranslationJob> => {
    const job = await waitForJob(host, id, signal);
    if (job === null) throw new ServiceError("not_found", "The document is gone.");
    return job;
  };
  return {
    actions: [
      action(translateDocument, {
        find: ({ auth }, { id }) => content.requireTranslatable(host.read, auth.accountId, id),
        run: async (context, params, found) => {
          const { id } = await requestDocument(host, context, found, params);
          return presentResult(host, context, await waited(id, context.signal), found);
        },
        replay: async (context, jobId, { id }) => {
          const found = await content.requireTranslatable(host.read, context.auth.accountId, id);
          return presentResult(host, context, await waited(jobId, context.signal), found);
        },
      }),
    ],
    routes: [],
  };
}
