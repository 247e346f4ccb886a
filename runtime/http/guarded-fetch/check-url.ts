import { isIP } from "node:net";
import { notHttps, notPublic, refused, unreachable } from "./fetch-error.js";
import type { NetworkPolicy } from "./network-policy.js";
import { within } from "../../concurrency/within.js";
import type { Resolver } from "./name-resolver.js";
import { type CheckedAddress, resolveHost } from "./resolve-host.js";

const MAX_URL_LENGTH = 8192;
/** The longest wait for a resolver: an answer comes within 20 s, whatever resolvers do (rules/edge 34). */
const LOOKUP_MS = 5000;

/** Matches the scheme and authority as they were written, before a parser makes them canonical. */
const WRITTEN = /^([a-z][a-z0-9+.-]*):\/\/([^/?#\\]+)/i;
/** Matches white space and control characters, which some parsers drop and others keep. */
const UNSEEN = /[\s\p{Cc}\p{Cf}]/u;

/** Returns the URL's host without the brackets of an IPv6 address. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "");

/**
 * Reads an untrusted URL. An address in it must be written in its usual form: decimal, octal, hexadecimal
 * and short notations, that each reader takes for another one, are refused. Throws GuardedFetchError.
 */
export function checkUrl(text: string, policy: NetworkPolicy): URL {
  if (text.length > MAX_URL_LENGTH) throw refused(`The URL must have at most ${MAX_URL_LENGTH} characters.`);
  const written = WRITTEN.exec(text);
  if (written === null || UNSEEN.test(text) || !URL.canParse(text))
    throw refused("The URL must be a whole address such as https://example.com/path.");
  const url = new URL(text);
  if (!policy.protocols.includes(url.protocol))
    throw policy.protocols.length === 1 ? notHttps() : refused("The URL must be https or http.");
  const authority = written[2] ?? "";
  if (authority.includes("@")) throw refused("The URL must not contain a user name or password.");
  checkHost(authority.replace(/:\d*$/, ""), url, policy);
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  if (!policy.allowsPort(port))
    throw refused(`The URL's port ${port} is not allowed: only 443, and 1024 and above.`);
  return url;
}

function checkHost(written: string, url: URL, policy: NetworkPolicy): void {
  const host = hostOf(url);
  const family = isIP(host);
  if (family === 4 && written !== host)
    throw refused("The URL's address must be written as four decimal numbers.");
  if (written.includes("%")) throw refused("The URL's host must not be encoded.");
  if (host.endsWith(".")) throw refused("The URL's host must not end with a dot.");
  const isAllowed = family === 0 ? policy.allowsName(host) : policy.allowsAddress(host);
  if (!isAllowed) throw notPublic();
}

/**
 * Checks that a guarded request would go there now, without sending one: for addresses that are kept for later. It will be
 * asked again before each request. Throws GuardedFetchError.
 */
export async function checkDestination(
  text: string,
  policy: NetworkPolicy,
  resolve?: Resolver,
): Promise<void> {
  const url = checkUrl(text, policy);
  let found: readonly CheckedAddress[] | null = null;
  const late = new AbortController();
  const { signal } = late;
  await within(
    LOOKUP_MS,
    resolveHost(hostOf(url), policy, { signal, resolve }).then((addresses) => (found = addresses)),
  );
  late.abort();
  if (found === null) throw unreachable("The URL's host was not found in time.");
}
