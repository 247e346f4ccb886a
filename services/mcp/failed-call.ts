import { isPlainObject } from "../../contracts/content-values.js";
import { IDENTITY } from "./identity.js";
import { META } from "./read-plain.js";

/**
 * Makes the result of a failed tool call whose arguments are no object, or contain what `wrong` describes (a
 * number or a name that cannot be kept); the SDK would answer an internal error instead. Returns null for
 * every other message.
 */
export function failedCall(message: object, wrong: string | null, isNewest = false): object | null {
  const { method, id, params } = message as { method?: unknown; id?: unknown; params?: unknown };
  if (method !== "tools/call" || (typeof id !== "string" && !Number.isSafeInteger(id))) return null;
  if (!isPlainObject(params) || typeof params["name"] !== "string") return null;
  const given = params["arguments"];
  const isShaped = given === undefined || isPlainObject(given);
  if (isShaped && wrong === null) return null;
  const text = wrong ?? "arguments must be an object of the tool's inputs by their names.";
  const about = isNewest ? { resultType: "complete", _meta: { [`${META}/serverInfo`]: IDENTITY } } : {};
  return { jsonrpc: "2.0", id, result: { isError: true, content: [{ type: "text", text }], ...about } };
}
