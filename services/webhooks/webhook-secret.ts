import { randomBytes } from "node:crypto";
import type { Keys } from "../../runtime/secrets/keys.js";
import { openText, sealText } from "../../runtime/secrets/sealed-text.js";

/** In the form of Standard Webhooks; the whole text also keys Kiln's own signature (rules/webhooks 4). */
const PREFIX = "whsec_";
const PURPOSE = "webhook secrets";

export const makeSecret = (): string => PREFIX + randomBytes(32).toString("base64");

/** A secret as it is stored in the database. */
export const sealSecret = (keys: Keys, secret: string): string => sealText(keys.derive(PURPOSE), secret);

/** Throws for what was sealed under another SECRET_KEY. */
export const openSecret = (keys: Keys, sealed: string): string => openText(keys.derive(PURPOSE), sealed);

/** The bytes that the secret encodes. */
export const secretBytes = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), "base64");
