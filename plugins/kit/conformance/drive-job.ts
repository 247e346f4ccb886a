import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type {
  Handle,
  ModelProvider,
  ProviderContext,
  ProviderJob,
  ProviderOutput,
  ProviderProgress,
} from "../model-provider.js";

/**
 * Takes a job from submit to its outputs, as Kiln does and as if another process polled: the handle is
 * written as JSON and read again each time. Throws what the provider throws, and when the signal aborts while
 * it waits for the next poll.
 */
export async function driveJob(
  provider: ModelProvider,
  job: ProviderJob,
  ctx: ProviderContext,
): Promise<readonly ProviderOutput[]> {
  let progress: ProviderProgress = await provider.submit(job, ctx);
  while (progress.state === "pending") {
    if (provider.poll === undefined) throw new Error("submit answered pending, and there is no poll");
    if (!(progress.pollAfterMs >= 0)) throw new Error("pollAfterMs must be 0 or more");
    await sleep(progress.pollAfterMs, undefined, { signal: ctx.signal });
    progress = await provider.poll(throughJson(progress.handle), structuredClone(job), ctx);
  }
  return progress.outputs;
}

function throughJson(handle: Handle): Handle {
  const read: Handle = JSON.parse(JSON.stringify(handle));
  if (!isDeepStrictEqual(read, handle)) throw new Error("the handle does not survive JSON");
  return read;
}
