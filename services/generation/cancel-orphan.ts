import { Readable } from "node:stream";
import type { GenerationJob } from "../../entities/generation-job.js";
import type { Handle, ModelProvider, ProviderProgress } from "../../plugins/kit/model-provider.js";
import type { Host } from "../../runtime/process/host.js";
import { findJob } from "./job.repository.js";
import { callUpstream, providerJob } from "./provider-calls.js";

const NEVER = new AbortController().signal;

/**
 * Tells the upstream to stop work whose handle came after the job was canceled or had failed: the handle was
 * never stored, and nobody will ask for the results. The call is a best effort and never throws; for a job
 * that still runs it does nothing.
 */
export async function cancelOrphan(
  host: Host,
  provider: ModelProvider,
  job: GenerationJob,
  handle: Handle,
): Promise<void> {
  try {
    const now = await findJob(host.read, job.id);
    if (now !== null && now.status !== "canceled" && now.status !== "failed") return;
    await callUpstream(host, NEVER, async () => provider.cancel?.(handle, providerJob(provider, job)));
  } catch (error) {
    host.log.warn(
      { err: error, job: job.id, provider: provider.id },
      "work at a provider could not be canceled",
    );
  }
}

/** Discards an answer for which nobody waits any more. */
export async function callOff(
  host: Host,
  provider: ModelProvider,
  job: GenerationJob,
  late: ProviderProgress,
): Promise<void> {
  if (late.state === "pending") return cancelOrphan(host, provider, job, late.handle);
  for (const { body } of late.outputs) if (body instanceof Readable) body.destroy();
}
