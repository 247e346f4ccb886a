import { randomBytes } from "node:crypto";

/** The prefix of secret keys (rules/identity 19). */
export const KEY_PREFIX = "svc_sk_";

/** 32 random bytes as base64url. */
const random = (): string => randomBytes(32).toString("base64url");
export const RANDOM = /^[\w-]{43}$/;

export const makeKeySecret = (): string => KEY_PREFIX + random();
export const makeSessionSecret = random;
export const makeMailSecret = random;

/** The prefix of access tokens (rules/identity 36). */
export const isAccessToken = (text: string): boolean => /^svc_at_[\w-]{43,64}$/.test(text);
