import { readFileSync } from "node:fs";
import type { ConnectionOptions } from "nats";

interface Address {
  isEncrypted: boolean;
  server: string;
  user: string;
  password: string;
}

/** Reads one address of `NATS_URL` and returns null if it is not valid. */
function addressOf(text: string): Address | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, port, username, password } = new URL(text);
  if (!["nats:", "tls:"].includes(protocol) || hostname === "") return null;
  try {
    return {
      isEncrypted: protocol === "tls:",
      server: `${hostname}:${port || 4222}`,
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
    };
  } catch {
    return null;
  }
}

const addressesOf = (text: string): (Address | null)[] =>
  text.split(",").map((each) => addressOf(each.trim()));

/**
 * Accepts a comma-separated list of addresses that all have the same scheme and returns null for anything
 * else.
 */
export function natsUrls(text: string): string | null {
  const addresses = addressesOf(text);
  const isEncrypted = addresses[0]?.isEncrypted;
  return addresses.every((each) => each !== null && each.isEncrypted === isEncrypted) ? text : null;
}

/**
 * Returns the options for a connection to `NATS_URL`. The credentials are those of the first address that has
 * some: `user:password@`, or `token@`. The client notices a silent connection after half a minute; its
 * default is six minutes.
 */
export function natsOptions(text: string, caFile: string | null): ConnectionOptions {
  const addresses = addressesOf(text).filter((each) => each !== null);
  const { user, password } = addresses.find((each) => each.user !== "") ?? { user: "", password: "" };
  const credentials = password === "" ? { token: user } : { user, pass: password };
  return {
    servers: addresses.map(({ server }) => server),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    pingInterval: 10_000,
    maxPingOut: 2,
    ...(user !== "" && credentials),
    ...(addresses[0]?.isEncrypted && { tls: caFile === null ? {} : { ca: readFileSync(caFile, "utf8") } }),
  };
}
