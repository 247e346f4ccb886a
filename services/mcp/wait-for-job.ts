import { cancelGeneration, getGeneration, type GenerationJobView } from "../../contracts/generation.js";
import type { ToolCall } from "./tool.js";
import { endOfWait } from "./wait-seconds.js";

const LIVE = new Set(["queued", "running"]);

export const isFinished = (job: GenerationJobView): boolean => !LIVE.has(job.status);

/** Waits at most `seconds` for a job's end; returns the state reached. With 0 it reads nothing. */
export async function waitForJob(
  call: ToolCall,
  first: GenerationJobView,
  seconds: number,
): Promise<GenerationJobView> {
  if (seconds === 0) return first;
  return call.waitFor({
    first,
    isOver: isFinished,
    read: async () => (await call.call(getGeneration, { id: first.id })).job,
    describe: (job) => `The job is ${job.status}.`,
    onChange: (wake) => call.host.signals.on("job.settled", ({ id }) => id === first.id && wake()),
    cancel: ({ id }) => call.call(cancelGeneration, { id }),
    until: endOfWait(call.startedAt, seconds),
    totalSeconds: seconds,
  });
}
