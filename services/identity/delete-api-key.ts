import { notFound } from "../../contracts/errors.js";
import { ApiKey } from "../../entities/api-key.js";
import type { Host } from "../../runtime/process/host.js";
import * as billing from "../billing/index.js";
import { noteEnded, tellEnded } from "./end-credential.js";

/** Revokes at once, and what goes on in the key's name with it. Throws `not_found` for what is not the caller's. */
export async function deleteApiKey(host: Host, accountId: string, id: string): Promise<{ ok: true }> {
  const deleted = await host.transact(async (tx) => {
    const count = await tx.delete(ApiKey, { id, accountId });
    if (count === 0) return 0;
    await billing.dropBudget(tx, id);
    await noteEnded(host, tx, { id, accountId });
    return count;
  });
  if (deleted === 0) throw notFound("There is no such API key.");
  await tellEnded(host, id);
  return { ok: true };
}
