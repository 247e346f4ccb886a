import { notFound } from "../../contracts/errors.js";
import type { Host } from "../../runtime/process/host.js";
import * as billing from "../billing/index.js";
import { deleteKey } from "./api-key.repository.js";
import { noteEnded, tellEnded } from "./end-credential.js";

/**
 * Revokes a key at once, and ends the work that goes on in its name. Throws `not_found` for a key that is not
 * the caller's.
 */
export async function deleteApiKey(host: Host, accountId: string, id: string): Promise<{ ok: true }> {
  const isDeleted = await host.transact(async (tx) => {
    if (!(await deleteKey(tx, { id, accountId }))) return false;
    await billing.dropBudget(tx, id);
    await noteEnded(host, tx, { id, accountId });
    return true;
  });
  if (!isDeleted) throw notFound("There is no such API key.");
  await tellEnded(host, id);
  return { ok: true };
}
