import type { IncomingMessage } from "node:http";
import { BlockList, isIPv6 } from "node:net";
import { names } from "../../runtime/config/kinds-of-variable.js";
import type { Host } from "../../runtime/process/host.js";
import { openTrace, PASSED_TRACE } from "../../runtime/process/tracing/passed-trace.js";
import type { SpanOptions } from "../../runtime/process/tracing/interface.js";

/** The names of ranges that TRUST_PROXY takes, as the framework means them. */
const RANGES: Readonly<Record<string, readonly string[]>> = {
  loopback: ["127.0.0.1/8", "::1/128"],
  linklocal: ["169.254.0.0/16", "fe80::/10"],
  uniquelocal: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
};

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

/** Returns a function that tells whether TRUST_PROXY names the address of a connection. */
function trusts(text: string | null): (address: string | undefined) => boolean {
  if (text === null || text === "false" || text === "0") return () => false;
  if (text === "true" || /^\d+$/.test(text)) return () => true;
  const list = new BlockList();
  for (const range of names(text).flatMap((entry) => RANGES[entry] ?? [entry])) {
    const [address = "", bits] = range.split("/");
    const family = familyOf(address);
    list.addSubnet(address, Number(bits ?? (family === "ipv6" ? 128 : 32)), family);
  }
  return (address) => address !== undefined && list.check(address, familyOf(address));
}

const familyOf = (address: string): "ipv4" | "ipv6" => (isIPv6(address) ? "ipv6" : "ipv4");
