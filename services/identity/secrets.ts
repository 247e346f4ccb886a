import { createHash, randomBytes } from "node:crypto";

/** The prefix of secret keys (rules/identity 19). */
const KEY_PREFIX = "svc_sk_";

/** 32 random bytes as base64url. */
const random = (): string => randomBytes(32).toString("base64url");
const RANDOM = /^[\w-]{43}$/;

/** Only this is stored of any secret: SHA-256 in hex. */
export const hashSecret = (secret: string): string => createHash("sha256").update(secret).digest("hex");

export const makeKeySecret = (): string => KEY_PREFIX + random();
export const makeSessionSecret = random;
export const makeMailSecret = random;

/** What cannot be a key's secret is not worth a read. */
export const isKeySecret = (text: string): boolean =>
  text.startsWith(KEY_PREFIX) && RANDOM.test(text.slice(KEY_PREFIX.length));

/** The prefix of access tokens (rules/identity 36). */
export const isAccessToken = (text: string): boolean => /^svc_at_[\w-]{43,64}$/.test(text);

export const isSessionSecret = (text: string): boolean => RANDOM.test(text);
