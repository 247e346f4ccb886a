import { createPrivateKey, createHash } from "node:crypto";
import type { JWK } from "oidc-provider";
import type { Keys } from "../../../runtime/secrets/keys.js";

/** RFC 8410: what stands before the 32 bytes of an Ed25519 key. */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");

const DAY_MS = 24 * 3600_000;
/** How long a key signs. */
export const KEY_MS = 30 * DAY_MS;

/** The number of the key that signs at a time. */
export const keyNumber = (now: number): number => Math.floor(now / KEY_MS);

/**
 * The key that signs now, then those before and after it, with which nodes verify whose clocks are not quite the same. They
 * follow from SECRET_KEY and the time, so that all nodes have the same ones and none is kept.
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
