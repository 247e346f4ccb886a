import { TranslationJob } from "../../entities/translation-job.js";
import { Bell } from "../../runtime/bell.js";
import type { Host } from "../../runtime/host.js";

/** decisions 10: after 300 s it answers with what is done. */
const LONGEST_MS = 300_000;
const READ_MS = 2000;

/** Waits for a job's end; gives the state reached when the time is up or the process drains. Throws the signal's reason. */
export async function waitForJob(
  host: Host,
  id: string,
  signal: AbortSignal,
): Promise<TranslationJob | null> {
  const bell = new Bell();
  const ring = () => bell.ring();
  const stop = host.signals.on("translation.moved", (moved) => moved.id === id && ring());
  signal.addEventListener("abort", ring);
  host.draining.addEventListener("abort", ring);
  const until = Date.now() + LONGEST_MS;
  try {
    for (;;) {
      signal.throwIfAborted();
      bell.wasRung();
      const isLast = Date.now() >= until || host.draining.aborted;
      const job = await host.read.findOne(TranslationJob, { id });
      if (job === null || job.status !== "running" || isLast) return job;
      await bell.rung(Math.min(READ_MS, until - Date.now()));
    }
  } finally {
    stop();
    signal.removeEventListener("abort", ring);
    host.draining.removeEventListener("abort", ring);
  }
}
