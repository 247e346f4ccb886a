import type { IncomingMessage } from "node:http";
import type { Host } from "../../runtime/process/host.js";
import { openTrace, PASSED_TRACE } from "../../runtime/process/tracing/passed-trace.js";
import type { SpanOptions } from "../../runtime/process/tracing/interface.js";
import { trusts } from "./trusted-proxy.js";

/**
 * Returns a function that tells which trace a request belongs to. A caller who may name the client's address
 * (TRUST_PROXY) and a process of this deployment are followed: their trace goes on, with its decision about sampling.
 * Of anybody else the request begins a trace of its own that has a link to the caller's span, because a caller could
 * otherwise have every request traced, or write into the traces of others (rules/running 42).
 */
export function callerTraces({
  config,
  keys,
}: Pick<Host, "config" | "keys">): (req: IncomingMessage) => Pick<SpanOptions, "parent" | "link"> {
  const isTrusted = trusts(config.trustProxy);
  return ({ headers, socket }) => {
    const passed = openTrace(keys, headers[PASSED_TRACE]);
    if (passed !== null) return { parent: passed };
    const { traceparent } = headers;
    if (typeof traceparent !== "string") return {};
    return isTrusted(socket.remoteAddress) ? { parent: traceparent } : { link: traceparent };
  };
}
