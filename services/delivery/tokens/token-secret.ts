import { hash, randomBytes } from "node:crypto";

/** spec: Authentication 7 */
const PREFIX = "svc_ct_";
/** 32 random bytes as base64url. */
const RANDOM = /^[\w-]{43}$/;

export const makeTokenSecret = (): string => PREFIX + randomBytes(32).toString("base64url");

/** Only this is stored: SHA-256 in hex. */
export const hashTokenSecret = (secret: string): string => hash("sha256", secret, "hex");

/** What cannot be a token's secret is not worth a read. */
export const isTokenSecret = (text: string): boolean =>
  text.startsWith(PREFIX) && RANDOM.test(text.slice(PREFIX.length));
