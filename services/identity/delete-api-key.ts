import { notFound } from "../../contracts/errors.js";
import { ApiKey } from "../../entities/api-key.js";
import type { Host } from "../../runtime/host.js";
import * as billing from "../billing/index.js";

/** Revokes at once. Throws `not_found` for what is not the caller's. */
export async function deleteApiKey(host: Host, accountId: string, id: string): Promise<{ ok: true }> {
  const deleted = await host.transact(async (tx) => {
    const count = await tx.delete(ApiKey, { id, accountId });
    if (count > 0) await billing.dropBudget(tx, id);
    return count;
  });
  if (deleted === 0) throw notFound("There is no such API key.");
  return { ok: true };
}

/** Whether a key was not deleted meanwhile. */
export const hasApiKey = async (host: Pick<Host, "read">, accountId: string, id: string): Promise<boolean> =>
  (await host.read.findOne(ApiKey, { id, accountId })) !== null;
