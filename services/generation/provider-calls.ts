import type { GenerationJob } from "../../entities/generation-job.js";
import type { ModelProvider, ProviderContext, ProviderJob } from "../../plugins/kit/model-provider.js";
import type { Host } from "../../runtime/process/host.js";
import { OwnFailure } from "../../runtime/plugins/failure-sentence.js";
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

/** Makes one upstream call with a limit of time; a call that hangs becomes a timeout. */
export async function callUpstream<T>(
  host: InputHost & Pick<Host, "config">,
  signal: AbortSignal,
  work: (context: ProviderContext) => Promise<T>,
  limitMs = Infinity,
): Promise<T> {
  signal.throwIfAborted();
  const timeout = AbortSignal.timeout(Math.min(limitMs, host.config.upstreamTimeoutMs));
  const either = AbortSignal.any([signal, timeout]);
  let onAbort = (): void => {};
  // A provider that ignores its signal must not hold the job for ever.
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(either.reason instanceof Error ? either.reason : new Error("aborted"));
    either.addEventListener("abort", onAbort, { once: true });
  });
  const inputs = new CallInputs(host, either);
  try {
    return await Promise.race([work({ signal: either, input: (id) => inputs.open(id) }), aborted]);
  } catch (error) {
    if (timeout.aborted && !signal.aborted)
      throw new OwnFailure("timeout", "The upstream did not answer in time.", { cause: error });
    throw error;
  } finally {
    either.removeEventListener("abort", onAbort);
    inputs.end();
  }
}
