import type { IncomingHttpHeaders } from "node:http";
import { isPlainObject } from "../../contracts/content-values.js";
import { STATELESS } from "./era.js";

export const META = "io.modelcontextprotocol";
/** Keys of an envelope of the newest revision; the library reads an envelope with more keys. */
const ENVELOPE = [`${META}/protocolVersion`, `${META}/clientInfo`, `${META}/clientCapabilities`];
/** Revisions whose clients send no envelope. */
const EARLIER = new Set(["2025-11-25", "2025-06-18", "2025-03-26"]);

/** A message in its usual form. */
export interface PlainMessage {
  id: string | number;
  isNewest: boolean;
  /** The tool's call; null for `tools/list`. */
  call: { name: string; args: Record<string, unknown> } | null;
}

/**
 * Reads the two most frequent messages in the form in which clients usually send them. Returns null for every
 * other message: the era's library reads it, and answers it alike.
 */
export function readPlain(headers: IncomingHttpHeaders, message: object): PlainMessage | null {
  const { jsonrpc, id, method, params = {}, ...more } = message as Readonly<Record<string, unknown>>;
  if (jsonrpc !== "2.0" || !isId(id) || !isPlainObject(params) || Object.keys(more).length > 0) return null;
  const { name, arguments: args = {}, _meta: envelope, ...others } = params;
  if (Object.keys(others).length > 0 || !takesBoth(headers.accept)) return null;
  const isNewest = envelope !== undefined;
  if (!(isNewest ? isUsual(envelope, headers, method, name) : isEarlier(headers["mcp-protocol-version"])))
    return null;
  if (method === "tools/list")
    return name === undefined && params["arguments"] === undefined ? { id, isNewest, call: null } : null;
  if (method !== "tools/call" || typeof name !== "string" || !isPlainObject(args)) return null;
  return { id, isNewest, call: { name, args } };
}

const isId = (id: unknown): id is string | number => typeof id === "string" || Number.isSafeInteger(id);

const takesBoth = (accept = ""): boolean =>
  accept.includes("application/json") && accept.includes("text/event-stream");

const isEarlier = (version: string | string[] | undefined): boolean =>
  version === undefined || (typeof version === "string" && EARLIER.has(version));

/**
 * Returns true for an envelope of exactly three entries that agree with the headers. The library serves
 * clients that know tasks.
 */
function isUsual(envelope: unknown, headers: IncomingHttpHeaders, method: unknown, name: unknown): boolean {
  if (!isPlainObject(envelope) || Object.keys(envelope).length !== ENVELOPE.length) return false;
  const [version, client, can] = ENVELOPE.map((key) => envelope[key]);
  return (
    version === STATELESS &&
    headers["mcp-protocol-version"] === STATELESS &&
    headers["mcp-method"] === method &&
    headers["mcp-name"] === name &&
    !Object.keys(headers).some((each) => each.startsWith("mcp-param-")) &&
    isPlainObject(client) &&
    Object.keys(client).length === 2 &&
    typeof client["name"] === "string" &&
    typeof client["version"] === "string" &&
    isPlainObject(can) &&
    Object.keys(can).every((each) => each === "elicitation")
  );
}
