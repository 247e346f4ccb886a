import { readFileSync } from "node:fs";
import type { ConnectionOptions } from "nats";

/** One address of `NATS_URL`, or null. */
export function natsUrl(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  return ["nats:", "tls:"].includes(url.protocol) && url.hostname !== "" ? url : null;
}

/** A comma list of addresses, one scheme for all of them; null where one is none. */
export function natsUrls(text: string): string | null {
  const urls = text.split(",").map((each) => natsUrl(each.trim()));
  const isOne = urls.every((url) => url !== null && url.protocol === urls[0]?.protocol);
  return isOne ? text : null;
}

/**
 * How to connect to `NATS_URL`. The credentials are those of the first address that has some: `user:password@`, or
 * `token@`. A silent connection is noticed after half a minute, not after the client's six.
 */
export function natsOptions(text: string, caFile: string | null): ConnectionOptions {
  const urls = text.split(",").flatMap((each) => natsUrl(each.trim()) ?? []);
  const named = urls.find(({ username }) => username !== "");
  const name = named && decodeURIComponent(named.username);
  const credentials =
    named === undefined
      ? {}
      : named.password === ""
        ? { token: name }
        : { user: name, pass: decodeURIComponent(named.password) };
  return {
    servers: urls.map(({ hostname, port }) => `${hostname}:${port || 4222}`),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    pingInterval: 10_000,
    maxPingOut: 2,
    ...credentials,
    ...(urls[0]?.protocol === "tls:" && { tls: caFile === null ? {} : { ca: readFileSync(caFile, "utf8") } }),
  };
}
