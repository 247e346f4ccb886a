import { createPrivateKey, createHash } from "node:crypto";
import type { JWK } from "oidc-provider";
import type { Keys } from "../../../runtime/keys.js";

/** RFC 8410: what stands before the 32 bytes of an Ed25519 key. */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");

/** The signing key follows from SECRET_KEY, so that all nodes have the same one and none is kept. */
export function signingKey(keys: Keys): JWK {
  const der = Buffer.concat([PKCS8, keys.derive("oauth signing")]);
  const jwk = createPrivateKey({ key: der, format: "der", type: "pkcs8" }).export({ format: "jwk" });
  const kid = createHash("sha256").update(String(jwk.x)).digest("base64url").slice(0, 16);
  return { ...jwk, kid, alg: "EdDSA", use: "sig" };
}
