import { compile } from "@fastify/proxy-addr";
import { names } from "../../runtime/config/kinds-of-variable.js";

/** Returns TRUST_PROXY in the framework's form: nothing, everything, a number of hops, or addresses. */
export function trustedProxy(
  text: string | null,
): boolean | string | ((address: string, hop: number) => boolean) {
  if (text === null || text === "false" || text === "0") return false;
  if (text === "true") return true;
  if (!/^\d+$/.test(text)) return text;
  const hops = Number(text);
  return (_address, hop) => hop < hops;
}

/** Returns a function that tells whether TRUST_PROXY names the address of a connection. */
export function trusts(text: string | null): (address: string | undefined) => boolean {
  const trusted = trustedProxy(text);
  if (typeof trusted === "boolean") return () => trusted;
  const isTrusted = typeof trusted === "string" ? compile(names(trusted)) : trusted;
  return (address) => address !== undefined && isTrusted(address, 0);
}
