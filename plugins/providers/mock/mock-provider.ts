import type { ModelProvider, ProviderProgress } from "../../kit/model-provider.js";
import { ProviderError } from "../../kit/provider-error.js";
import { readDirectives } from "./directives.js";
import { faultUpstream, stopIfAborted } from "./fault-upstream.js";
import { makeOutputs } from "./make-outputs.js";
import { type MockHandle, readHandle } from "./mock-handle.js";
import { mockModels } from "./models/index.js";
import { planWork } from "./plan-work.js";

const SHORTEST_POLL_MS = 5;
const LONGEST_POLL_MS = 1000;

/**
 * Makes small valid files, the same ones for the same request, steered by directives in the prompt.
 * All that is left to do travels in the handle: any process may poll any job, also after the first one died.
 */
export const mockProvider: ModelProvider = {
  id: "mock",
  models: mockModels,
  resubmit: "once",

  async submit(job, ctx) {
    const directives = readDirectives(job.params);
    await faultUpstream(directives.upstream, ctx.signal);
    const work = await planWork(job, ctx);
    const startedAt = Date.now();
    const readyAt = startedAt + directives.slowMs;
    return pending({ ...work, startedAt, readyAt, fails: directives.fails }, startedAt);
  },

  async poll(stored, _job, ctx) {
    stopIfAborted(ctx.signal);
    const handle = readHandle(stored);
    const now = Date.now();
    if (now < handle.readyAt) return pending(handle, now);
    if (handle.fails) throw new ProviderError("unknown", "The mock provider failed, as [fail] asked.");
    return { state: "succeeded", outputs: await makeOutputs(handle) };
  },

  /** Nothing runs upstream, so there is nothing to stop. */
  async cancel() {},
};

function pending(handle: MockHandle, now: number): ProviderProgress {
  const remaining = handle.readyAt - now;
  const pollAfterMs = remaining <= 0 ? 0 : Math.max(SHORTEST_POLL_MS, Math.min(remaining, LONGEST_POLL_MS));
  return { state: "pending", handle: { ...handle }, pollAfterMs };
}
