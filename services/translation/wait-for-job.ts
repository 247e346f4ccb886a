import { TranslationJob } from "../../entities/translation-job.js";
import type { Host } from "../../runtime/host.js";
import { waitForRow } from "../../runtime/wait-for-row.js";

/** decisions 10: after 300 s it answers with what is done. */
const LONGEST_MS = 300_000;

/** Waits for a job's end; gives the state reached when the time is up or the process drains. Throws the signal's reason. */
export const waitForJob = (host: Host, id: string, signal: AbortSignal): Promise<TranslationJob | null> =>
  waitForRow(
    host,
    {
      read: () => host.read.findOne(TranslationJob, { id }),
      isOver: ({ status }) => status !== "running",
      onChange: (ring) => host.signals.on("translation.moved", (moved) => moved.id === id && ring()),
      longestMs: LONGEST_MS,
    },
    signal,
  );
