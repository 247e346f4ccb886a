import { once } from "node:events";
import { ProviderError } from "../../kit/provider-error.js";
import type { UpstreamFault } from "./directives.js";

/** Stands for the call to the upstream: answers, or throws what the directive asks for. */
export async function faultUpstream(fault: UpstreamFault | null, signal: AbortSignal): Promise<void> {
  stopIfAborted(signal);
  switch (fault) {
    case null:
      return;
    case "429":
      throw new ProviderError("rate_limited", "The mock upstream answered 429.", {
        retryAfterMs: 1000,
      });
    case "503":
      throw new ProviderError("provider_unavailable", "The mock upstream answered 503.");
    case "hang":
      await once(signal, "abort");
      stopIfAborted(signal);
  }
}

/** Throws `timeout` when the caller has given up. */
export function stopIfAborted(signal: AbortSignal): void {
  if (!signal.aborted) return;
  throw new ProviderError("timeout", "The call to the mock upstream was aborted.", {
    cause: signal.reason,
  });
}
