import type { Host } from "../../runtime/process/host.js";
import { type RecurringTask, recurringTask } from "../../engines/durable-queue/index.js";
import { offersOf } from "./choose-transcriber.js";
import { findGoneSince, findTranscribersAtWork, markBack, markGone } from "./gone-transcriber.repository.js";
import { GONE_QUEUE } from "./queues.js";
import { stopTranscription } from "./stop-transcription.js";
import { findTranscription } from "./transcription.repository.js";

const BATCH = 200;

/**
 * Makes the task that looks for work whose transcriber runs nowhere: it waits, and fails after
 * PROVIDER_GONE_SECONDS (rules/models 5).
 */
export const goneSweep = (host: Host): RecurringTask =>
  recurringTask(host, {
    queue: GONE_QUEUE,
    everyMs: Math.min(15_000, Math.max(200, host.config.providerGoneMs / 4)),
    async run() {
      // A process that is cut off from NATS would take every other process for gone, and fail work that is
      // being done.
      if (!host.nodes.seesOthers) return;
      const known = new Set(offersOf(host).map(({ id }) => id));
      for (const transcriber of await findTranscribersAtWork(host.read)) {
        if (known.has(transcriber)) await welcomeBack(host, transcriber);
        else await waitOrFail(host, transcriber);
      }
    },
  });

const welcomeBack = (host: Pick<Host, "transact">, transcriber: string): Promise<void> =>
  host.transact((tx) => markBack(tx, transcriber));

async function waitOrFail(host: Host, transcriber: string): Promise<void> {
  const now = Date.now();
  await host.transact((tx) => markGone(tx, { transcriber, since: now }));
  const since = now - host.config.providerGoneMs;
  for (const id of await findGoneSince(host.read, { transcriber, since, limit: BATCH })) {
    const job = await findTranscription(host.read, id);
    if (job === null) continue;
    await stopTranscription(host, job, {
      code: "provider_unavailable",
      message: `The transcriber ${transcriber} is not running any more. Nothing was charged.`,
      retryable: true,
    });
  }
}
