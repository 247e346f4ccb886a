import { createPrivateKey, createHash } from "node:crypto";
import type { JWK } from "oidc-provider";
import type { Keys } from "../../../runtime/secrets/keys.js";

/** DER prefix of the 32 bytes of an Ed25519 key (RFC 8410). */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");

const DAY_MS = 24 * 3600_000;
/** Milliseconds for which a key signs. */
export const KEY_MS = 30 * DAY_MS;

/** Returns the number of the key that signs at a time. */
export const keyNumber = (now: number): number => Math.floor(now / KEY_MS);

/**
 * Returns the key that signs now, then those before and after it, with which nodes verify when their clocks
 * differ. The keys follow from SECRET_KEY and the time, so that all nodes have the same ones and none is
 * stored.
 */
export const signingKeys = (keys: Keys, number: number): [JWK, ...JWK[]] => [
  signingKey(keys, number),
  signingKey(keys, number - 1),
  signingKey(keys, number + 1),
];

function signingKey(keys: Keys, number: number): JWK {
  const der = Buffer.concat([PKCS8, keys.derive(`oauth signing ${number}`)]);
  const jwk = createPrivateKey({ key: der, format: "der", type: "pkcs8" }).export({ format: "jwk" });
  const kid = createHash("sha256").update(String(jwk.x)).digest("base64url").slice(0, 16);
  return { ...jwk, kid, alg: "EdDSA", use: "sig" };
}
