import { randomBytes } from "node:crypto";
import type { Keys } from "../../runtime/secrets/keys.js";
import { openText, sealText } from "../../runtime/secrets/sealed-text.js";

/**
 * The prefix of Standard Webhooks secrets. Kiln's own signature is keyed with the text including it
 * (rules/webhooks 4).
 */
const PREFIX = "whsec_";
const PURPOSE = "webhook secrets";

export const makeSecret = (): string => PREFIX + randomBytes(32).toString("base64");

/** Encrypts a secret for the database. */
export const sealSecret = (keys: Keys, secret: string): string => sealText(keys.derive(PURPOSE), secret);

/** Decrypts a stored secret. Throws for one that was encrypted under another SECRET_KEY. */
export const openSecret = (keys: Keys, sealed: string): string => openText(keys.derive(PURPOSE), sealed);

/** Returns the bytes that a secret encodes. */
export const secretBytes = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), "base64");
