import type { FormattedExecutionResult } from "graphql";
import type { EdgeRequest } from "../../../runtime/http/edge.js";
import type { Host } from "../../../runtime/process/host.js";
import type { Auth } from "../../../contracts/auth.js";
import { EventWriter } from "../../events/index.js";
import type { Authenticator } from "../../identity/index.js";

const HEARTBEAT_MS = 15_000;

/** The end of a stream: its client left, its credential ended, or the process drains. */
export interface StreamEnd {
  signal: AbortSignal;
  stop(): void;
}

export function watchEnd(
  { res }: EdgeRequest,
  { host, authenticator, auth }: { host: Pick<Host, "draining">; authenticator: Authenticator; auth: Auth },
): StreamEnd {
  const ended = new AbortController();
  const end = (): void => ended.abort();
  res.once("close", end);
  host.draining.addEventListener("abort", end, { once: true });
  const stopWatching = authenticator.watch(auth, end);
  if (res.closed || host.draining.aborted) end();
  return {
    signal: ended.signal,
    stop() {
      stopWatching();
      res.off("close", end);
      host.draining.removeEventListener("abort", end);
      ended.abort();
    },
  };
}

/**
 * Sends results as GraphQL over SSE in distinct connections mode: an event `next` for each result, then
 * `complete`. A reader that takes nothing for 30 s is cut off.
 */
export async function streamResults(
  { res, headers }: EdgeRequest,
  results: AsyncIterable<FormattedExecutionResult>,
  { signal }: StreamEnd,
): Promise<void> {
  const writer = new EventWriter(res, signal);
  const heartbeat = setInterval(() => writer.beat(), HEARTBEAT_MS);
  try {
    writer.begin(headers);
    for await (const result of results) {
      if (signal.aborted) break;
      await writer.emit("next", JSON.stringify(result));
    }
    if (!signal.aborted) await writer.emit("complete", "");
  } catch (error) {
    // A client that does not read is cut off; nobody is there to be told.
    if (!res.destroyed && !signal.aborted) throw error;
  } finally {
    clearInterval(heartbeat);
    writer.end();
  }
}
