import { setTimeout as sleep } from "node:timers/promises";
import { GenerationJob } from "../../entities/generation-job.js";
import type { Handle, ModelProvider, ProviderProgress } from "../../plugins/kit/model-provider.js";
import { ProviderError } from "../../plugins/kit/provider-error.js";
import type { Host } from "../../runtime/host.js";
import { type ClaimedTask, LeaseLost, type TaskOutcome } from "../../runtime/tasks/task-handler.js";
import { callOff, cancelOrphan } from "./cancel-orphan.js";
import { noteFailure, readCircuit, takeTrial } from "./circuit.js";
import { failJob } from "./end-job.js";
import { finishJob } from "./finish-job.js";
import { isTerminal } from "./present-job.js";
import { callUpstream, providerJob } from "./provider-calls.js";
import { dropResults } from "./results.js";
import { isUpstreamFault, judgeFailure } from "./retry-policy.js";

/** Shorter waits for a poll are slept in hand; longer ones give the slot to another job. */
const IN_HAND_MS = 100;

/**
 * One step of a job, repeatable by any process after any crash:
 * intent stored -> submit -> upstream handle stored -> poll … -> results copied -> settled once.
 */
export async function runJob(host: Host, provider: ModelProvider, task: ClaimedTask): Promise<TaskOutcome> {
  const job = await host.read.findOne(GenerationJob, { id: task.subject });
  if (job === null) return undefined;
  // It may have ended while a process that died was copying its results.
  if (isTerminal(job.status)) return dropResults(host, job.id);
  const wait = await waitForCircuit(host, job.provider);
  if (wait !== null) return { again: { afterMs: wait } };
  try {
    return await advance(host, provider, task, job);
  } catch (error) {
    if (task.signal.aborted) throw error;
    if (error instanceof LeaseLost) return endIfOver(host, job, error);
    if (!(error instanceof UpstreamFailure)) throw error;
    return afterFailure(host, task, job, error.cause);
  }
}

/** A job that was canceled or failed by somebody else meanwhile needs its task no more. */
async function endIfOver(host: Host, { id }: GenerationJob, error: LeaseLost): Promise<void> {
  const job = await host.read.findOne(GenerationJob, { id });
  if (job === null || !isTerminal(job.status)) throw error;
  await dropResults(host, id);
}

/** Something that the provider threw, as against a fault of our own. */
class UpstreamFailure extends Error {}

const upstream = async (work: Promise<ProviderProgress>): Promise<ProviderProgress> => {
  try {
    return await work;
  } catch (error) {
    throw new UpstreamFailure("upstream", { cause: error });
  }
};

async function advance(
  host: Host,
  provider: ModelProvider,
  task: ClaimedTask,
  job: GenerationJob,
): Promise<TaskOutcome> {
  let { handle } = job;
  let progress: ProviderProgress;
  if (handle === null) {
    if (job.submits > 0 && provider.resubmit === "never") {
      const message =
        "The process died while this job was being handed to the provider, and handing it over again might make it twice. Nothing was charged.";
      await failJob(host, task, job, { code: "unknown_outcome", message, retryable: true });
      return dropResults(host, job.id);
    }
    await storeIntent(host, task, job);
    host.fault("generation.intent");
    progress = await submit(host, provider, task, job);
    host.fault("generation.submitted");
  } else progress = await poll(host, provider, task, job, handle);
  while (progress.state === "pending") {
    if (progress.handle !== handle) {
      handle = progress.handle;
      const known = handle;
      await storeHandle(host, task, job, known).catch(async (error: unknown) => {
        if (error instanceof LeaseLost) await cancelOrphan(host, provider, job, known);
        throw error;
      });
      host.fault("generation.handle");
    }
    if (progress.pollAfterMs > IN_HAND_MS) return { again: { afterMs: progress.pollAfterMs } };
    await sleep(progress.pollAfterMs, undefined, { signal: task.signal });
    progress = await poll(host, provider, task, job, handle);
  }
  const { outputs } = progress;
  if (outputs.length === 0)
    throw new UpstreamFailure("upstream", {
      cause: new ProviderError("unknown", `The provider ${provider.id} gave no result.`),
    });
  await finishJob(host, task, job, outputs);
  return undefined;
}

/** A submit that is given up on may be answered all the same: when its job has ended meanwhile, that is called off. */
async function submit(
  host: Host,
  provider: ModelProvider,
  task: ClaimedTask,
  job: GenerationJob,
): Promise<ProviderProgress> {
  let answer: Promise<ProviderProgress> | undefined;
  const work = callUpstream(
    host,
    task.signal,
    (context) => (answer = provider.submit(providerJob(provider, job), context)),
  );
  try {
    return await upstream(work);
  } catch (error) {
    const handed = answer?.catch(() => null);
    if (handed)
      void host.plugins.use(provider, async () => {
        const late = await handed;
        if (late !== null) await callOff(host, provider, job, late);
      });
    throw error;
  }
}

function poll(
  host: Host,
  provider: ModelProvider,
  task: ClaimedTask,
  job: GenerationJob,
  handle: Handle,
): Promise<ProviderProgress> {
  return upstream(
    callUpstream(host, task.signal, async (context) => {
      if (!provider.poll) throw new ProviderError("unknown", `The provider ${provider.id} cannot be polled.`);
      return provider.poll(handle, providerJob(provider, job), context);
    }),
  );
}

const storeIntent = (host: Host, task: ClaimedTask, job: GenerationJob): Promise<void> =>
  host.transact(async (tx) => {
    const affected = await tx.run(
      "UPDATE generation_jobs SET status = 'running', submits = submits + 1, upstreamSince = COALESCE(upstreamSince, ?) WHERE id = ? AND status IN ('queued', 'running')",
      [Date.now(), job.id],
    );
    if (affected !== 1) throw new LeaseLost();
    await task.guard(tx);
  });

const storeHandle = (host: Host, task: ClaimedTask, job: GenerationJob, handle: Handle): Promise<void> =>
  host.transact(async (tx) => {
    const affected = await tx.run(
      "UPDATE generation_jobs SET handle = ?, failures = 0 WHERE id = ? AND status = 'running'",
      [JSON.stringify(handle), job.id],
    );
    if (affected !== 1) throw new LeaseLost();
    await task.guard(tx);
  });

async function afterFailure(
  host: Host,
  task: ClaimedTask,
  job: GenerationJob,
  error: unknown,
): Promise<TaskOutcome> {
  const fresh = (await host.read.findOne(GenerationJob, { id: job.id })) ?? job;
  if (isUpstreamFault(error)) await host.transact((tx) => noteFailure(tx, job.provider));
  const verdict = judgeFailure(error, fresh.failures, Date.now() - (fresh.upstreamSince ?? Date.now()), {
    retryMs: host.config.upstreamRetryMs,
  });
  if (!verdict.retry) {
    host.log.info({ job: job.id, provider: job.provider, err: error }, "a job failed upstream");
    return failJob(host, task, job, verdict);
  }
  await host.transact(async (tx) => {
    // The outcome is known: it failed. So the next submit repeats nothing.
    const submits = fresh.handle === null && !isTimeout(error) ? ", submits = 0" : "";
    await tx.run(
      `UPDATE generation_jobs SET failures = failures + 1${submits} WHERE id = ? AND status = 'running'`,
      [job.id],
    );
    await task.guard(tx);
  });
  return { again: { afterMs: verdict.afterMs } };
}

const isTimeout = (error: unknown): boolean => error instanceof ProviderError && error.failure === "timeout";

/** Milliseconds to wait while the provider's circuit is open or another job tries it; null to go on. */
async function waitForCircuit(host: Host, provider: string): Promise<number | null> {
  const circuit = await readCircuit(host.read, provider);
  if (circuit.state === "closed") return null;
  if (circuit.state === "open") return circuit.leftMs + Math.random() * 500;
  return (await host.transact((tx) => takeTrial(tx, provider))) ? null : 1000;
}
