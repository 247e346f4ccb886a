import type { GenerationJob } from "../../entities/generation-job.js";
import type { ModelProvider, ProviderContext, ProviderJob } from "../../plugins/kit/model-provider.js";
import type { Host } from "../../runtime/process/host.js";
import { OwnFailure } from "../../runtime/plugins/failure-sentence.js";
import { CallTime } from "./call-time.js";
import { CallInputs, type InputHost } from "./read-input.js";

/**
 * Returns the job in its provider's form. Throws when the loaded version of the provider does not have the
 * model any more.
 */
export function providerJob(provider: ModelProvider, job: GenerationJob): ProviderJob {
  const model = provider.models.find((declared) => declared.id === job.model);
  if (!model)
    throw new OwnFailure(
      "provider_unavailable",
      `The provider ${provider.id} has no model ${job.model} any more.`,
      { retryable: false },
    );
  return { id: job.id, model, payer: job.payerId, params: job.params };
}

/** The error of a call that was aborted before anything was sent to the upstream. */
export class NothingSent extends Error {}

/**
 * Makes one upstream call with a limit of time; a call that hangs becomes a timeout. What comes before anything is
 * sent is no fault of the upstream.
 */
export async function callUpstream<T>(
  host: InputHost & Pick<Host, "config">,
  signal: AbortSignal,
  work: (context: ProviderContext) => Promise<T>,
  limitMs = Infinity,
): Promise<T> {
  signal.throwIfAborted();
  const time = new CallTime(Math.min(limitMs, host.config.upstreamTimeoutMs));
  const either = AbortSignal.any([signal, time.over]);
  let isUnsent = false;
  let onAbort = (): void => {};
  // A provider that ignores its signal must not hold the job for ever.
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => {
      isUnsent = time.isBeforeSending;
      reject(either.reason instanceof Error ? either.reason : new Error("aborted"));
    };
    either.addEventListener("abort", onAbort, { once: true });
  });
  const inputs = new CallInputs(host, either);
  try {
    const context: ProviderContext = {
      signal: either,
      input: (id) => inputs.open(id),
      beforeSending: (before) => time.beforeSending(before, either),
    };
    return await Promise.race([work(context), aborted]);
  } catch (error) {
    if (signal.aborted && isUnsent) throw new NothingSent("Nothing was sent.", { cause: error });
    if (time.over.aborted && isUnsent)
      throw new OwnFailure("unknown", "The files of this job could not be prepared in time.", {
        retryable: true,
        cause: error,
      });
    if (time.over.aborted && !signal.aborted)
      throw new OwnFailure("timeout", "The upstream did not answer in time.", { cause: error });
    throw error;
  } finally {
    time.end();
    either.removeEventListener("abort", onAbort);
    inputs.end();
  }
}
