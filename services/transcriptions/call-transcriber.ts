import type { Transcription } from "../../entities/transcription.js";
import type { Handle, ProviderContext } from "../../plugins/kit/model-provider.js";
import type { Transcriber, TranscriptionProgress, TranscriptionWork } from "../../plugins/kit/transcriber.js";
import type { Host } from "../../runtime/process/host.js";
import type { ClaimedTask } from "../../engines/durable-queue/index.js";
import { OwnFailure } from "../../runtime/plugins/failure-sentence.js";
import { traced } from "../../runtime/process/tracing/tracer.js";
import { callUpstream, checkPending, MIN_POLL_MS, timeLeft } from "../generation/index.js";
import { findTranscription } from "./transcription.repository.js";

/** One transcription that this process works on. */
export interface Run {
  host: Host;
  transcriber: Transcriber;
  task: ClaimedTask;
  job: Transcription;
}

/** An error that the transcriber threw, as opposed to a fault of the service itself. */
export class UpstreamFailure extends Error {}

/** Makes one call of a transcriber and returns its usable answer. Throws UpstreamFailure. */
async function ask(
  { host, transcriber, task, job }: Run,
  work: (context: ProviderContext) => Promise<TranscriptionProgress>,
  limitMs = Infinity,
): Promise<TranscriptionProgress> {
  try {
    const attributes = { "kiln.provider": transcriber.id, "kiln.job": job.id };
    const answer = await traced(`transcriber ${transcriber.id}`, { kind: "client", attributes }, () =>
      callUpstream(host, task.signal, work, limitMs),
    );
    return checkProgress(transcriber.id, answer);
  } catch (error) {
    throw new UpstreamFailure("upstream", { cause: error });
  }
}

/**
 * Checks an answer. One that is not pending counts as a transcript; the transcript itself is checked when it
 * is stored.
 */
function checkProgress(id: string, answer: TranscriptionProgress): TranscriptionProgress {
  const given = Object(answer) as Readonly<Record<string, unknown>>;
  if (given.state === "pending") return { ...checkPending(id, given) };
  if (given.state === "succeeded") return answer;
  throw new OwnFailure(
    "unknown",
    `The transcriber ${id} gave an answer that is neither pending nor succeeded.`,
  );
}

/** Returns the work in the form that the transcriber takes. */
export const workOf = ({ id, payerId, request }: Transcription): TranscriptionWork => ({
  id,
  payer: payerId,
  ...request,
});

const NEVER = new AbortController().signal;

/**
 * Submits the work. A submit that was given up may still be answered: when its job has ended by then, the
 * upstream's work is canceled.
 */
export async function submit(run: Run): Promise<TranscriptionProgress> {
  const { host, transcriber, job } = run;
  let answer: Promise<TranscriptionProgress> | undefined;
  try {
    return await ask(run, async (context) => {
      answer = Promise.resolve(transcriber.submit(workOf(job), context));
      return answer;
    });
  } catch (error) {
    const handed = answer?.then((late) => checkProgress(transcriber.id, late)).catch(() => null);
    if (handed)
      void host.plugins.use(transcriber, async () => {
        const late = await handed;
        if (late?.state === "pending") await cancelOrphan(run, late.handle);
      });
    throw error;
  }
}

export const poll = (run: Run, handle: Handle): Promise<TranscriptionProgress> => {
  const { transcriber, job } = run;
  return ask(
    run,
    async (context) => {
      if (!transcriber.poll)
        throw new OwnFailure("unknown", `The transcriber ${transcriber.id} cannot be polled.`);
      return transcriber.poll(handle, workOf(job), context);
    },
    Math.max(MIN_POLL_MS, timeLeft(transcriber, job)),
  );
};

/**
 * Tells the upstream to stop work whose transcription has failed. It makes one attempt and never throws; for
 * a transcription that goes on it does nothing.
 */
export async function cancelOrphan(
  { host, transcriber, job }: Omit<Run, "task">,
  handle: Handle,
): Promise<void> {
  try {
    const now = await findTranscription(host.read, job.id);
    if (now !== null && now.status !== "failed") return;
    await callUpstream(host, NEVER, async () => transcriber.cancel?.(handle, workOf(job)));
  } catch (error) {
    host.log.warn(
      { err: error, transcription: job.id, transcriber: transcriber.id },
      "work at a provider could not be canceled",
    );
  }
}
