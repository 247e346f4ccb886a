import { createHash } from "node:crypto";
import type { ProviderJob } from "../../kit/model-provider.js";

/** 32 bits of model and parameters, whatever order a database gave their keys back in. */
export function seedOf({ model, params }: ProviderJob): number {
  const sorted = Object.entries(params).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([model.id, sorted]))
    .digest()
    .readUInt32BE(0);
}
