import { createHmac, timingSafeEqual } from "node:crypto";
import type { Host } from "../host.js";

/** The header of a request that a process passes on to another one: its span, sealed by the deployment's secret. */
export const PASSED_TRACE = "x-kiln-trace";

const sealOf = (keys: Host["keys"], trace: string): string =>
  createHmac("sha256", keys.derive("traces")).update(trace).digest("base64url");

/** Returns the header by which another process of the deployment believes a span, given as W3C's `traceparent`. */
export const sealTrace = (keys: Host["keys"], trace: string): string => `${trace} ${sealOf(keys, trace)}`;

/** Returns the span in a header as W3C's `traceparent`; null if no process of this deployment has sealed it. */
export function openTrace(keys: Host["keys"], header: string | string[] | undefined): string | null {
  if (typeof header !== "string") return null;
  const [trace = "", seal = ""] = header.split(" ");
  const wanted = Buffer.from(sealOf(keys, trace));
  const given = Buffer.from(seal);
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? trace : null;
}
