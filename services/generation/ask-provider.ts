import type { GenerationJob } from "../../entities/generation-job.js";
import type {
  Handle,
  ModelProvider,
  ProviderContext,
  ProviderProgress,
} from "../../plugins/kit/model-provider.js";
import type { Host } from "../../runtime/process/host.js";
import type { ClaimedTask } from "../../engines/durable-queue/index.js";
import { OwnFailure } from "../../runtime/plugins/failure-sentence.js";
import { traced } from "../../runtime/process/tracing/tracer.js";
import { callOff } from "./cancel-orphan.js";
import { checkAnswer } from "./check-answer.js";
import { MIN_POLL_MS, timeLeft } from "./deadline.js";
import { ToldProgress } from "./told-progress.js";
import { callUpstream, providerJob } from "./provider-calls.js";
import type { SpanOptions } from "../../runtime/process/tracing/interface.js";

/** An error of the provider, or an answer of it that cannot be used, as against a fault of Kiln itself. */
export class UpstreamFailure extends Error {}

/** Calls a provider once and returns its checked answer. Throws UpstreamFailure. */
async function ask(
  host: Pick<Host, "config" | "call" | "storage" | "plugins">,
  provider: ModelProvider,
  task: ClaimedTask,
  work: (context: ProviderContext) => Promise<ProviderProgress>,
  limitMs = Infinity,
): Promise<ProviderProgress> {
  try {
    return checkAnswer(provider.id, await callUpstream(host, task.signal, work, limitMs));
  } catch (error) {
    throw new UpstreamFailure("upstream", { cause: error });
  }
}

/**
 * Submits a job. An answer may still come after the call was given up; when the job has ended meanwhile, that
 * work is called off.
 */
export async function submit(
  host: Host,
  provider: ModelProvider,
  task: ClaimedTask,
  job: GenerationJob,
): Promise<ProviderProgress> {
  let answer: Promise<ProviderProgress> | undefined;
  try {
    return await traced(`${provider.id} submit`, spanOf(provider, job), () =>
      ask(host, provider, task, async (context) => {
        const told = new ToldProgress(host, task, job);
        answer = Promise.resolve(
          provider.submit(providerJob(provider, job), { ...context, progress: (phase) => told.take(phase) }),
        );
        return answer;
      }),
    );
  } catch (error) {
    const handed = answer?.then((late) => checkAnswer(provider.id, late)).catch(() => null);
    if (handed)
      void host.plugins.use(provider, async () => {
        const late = await handed;
        if (late !== null) await callOff(host, provider, job, late);
      });
    throw error;
  }
}

export const poll = (
  host: Pick<Host, "config" | "call" | "storage" | "plugins">,
  provider: ModelProvider,
  task: ClaimedTask,
  job: GenerationJob,
  handle: Handle,
): Promise<ProviderProgress> =>
  traced(`${provider.id} poll`, spanOf(provider, job), () =>
    ask(
      host,
      provider,
      task,
      async (context) => {
        if (!provider.poll) throw new OwnFailure("unknown", `The provider ${provider.id} cannot be polled.`);
        return provider.poll(handle, providerJob(provider, job), context);
      },
      Math.max(MIN_POLL_MS, timeLeft(provider, job)),
    ),
  );

const spanOf = (provider: ModelProvider, job: GenerationJob): SpanOptions => ({
  kind: "client",
  attributes: { "kiln.provider": provider.id, "kiln.model": job.model, "kiln.job": job.id },
});
