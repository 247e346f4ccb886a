import { createHash } from "node:crypto";
import { isPlainObject } from "../../../contracts/content-values.js";
import { canonical } from "../draft/plain-value.js";

/** Returns the SHA-256 of a text or portable text; the keys of portable text do not count. */
export const fingerprint = (value: unknown): string =>
  createHash("sha256")
    .update(canonical(withoutKeys(value)))
    .digest("hex");

function withoutKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutKeys);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== "_key")
      .map(([key, each]) => [key, withoutKeys(each)]),
  );
}
