import { Transcription } from "../../entities/transcription.js";
import type { Host } from "../../runtime/process/host.js";
import { type RecurringTask, recurringTask } from "../../engines/durable-queue/recurring-task.js";
import { offersOf } from "./choose-transcriber.js";
import { GONE_QUEUE } from "./queues.js";
import { stopTranscription } from "./stop-transcription.js";

const BATCH = 200;
const LIVE = "status IN ('queued', 'running') AND transcriber = ?";

/** Work whose transcriber runs nowhere waits, and fails after PROVIDER_GONE_SECONDS (rules/models 5). */
export const goneSweep = (host: Host): RecurringTask =>
  recurringTask(host, {
    queue: GONE_QUEUE,
    everyMs: Math.min(15_000, Math.max(200, host.config.providerGoneMs / 4)),
    async run() {
      // Cut off from NATS it would take every other process for gone, and fail work in good hands.
      if (!host.nodes.seesOthers) return;
      const known = new Set(offersOf(host).map(({ id }) => id));
      const rows = await host.read.query<{ transcriber: string }>(
        "SELECT DISTINCT transcriber FROM transcriptions WHERE status IN ('queued', 'running')",
      );
      for (const { transcriber } of rows) {
        if (known.has(transcriber)) await welcomeBack(host, transcriber);
        else await waitOrFail(host, transcriber);
      }
    },
  });

const welcomeBack = (host: Host, transcriber: string): Promise<number> =>
  host.transact((tx) =>
    tx.run(
      `UPDATE transcriptions SET transcriberGoneSince = NULL WHERE ${LIVE} AND transcriberGoneSince IS NOT NULL`,
      [transcriber],
    ),
  );

async function waitOrFail(host: Host, transcriber: string): Promise<void> {
  const now = Date.now();
  await host.transact((tx) =>
    tx.run(
      `UPDATE transcriptions SET transcriberGoneSince = ? WHERE ${LIVE} AND transcriberGoneSince IS NULL`,
      [now, transcriber],
    ),
  );
  const late = await host.read.query<{ id: string }>(
    `SELECT id FROM transcriptions WHERE ${LIVE} AND transcriberGoneSince <= ? LIMIT ${BATCH}`,
    [transcriber, now - host.config.providerGoneMs],
  );
  for (const { id } of late) {
    const job = await host.read.findOne(Transcription, { id });
    if (job === null) continue;
    await stopTranscription(host, job, {
      code: "provider_unavailable",
      message: `The transcriber ${transcriber} is not running any more. Nothing was charged.`,
      retryable: true,
    });
  }
}
