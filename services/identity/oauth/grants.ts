import type { GrantLimits } from "../../../contracts/budgets.js";
import { notFound } from "../../../contracts/errors.js";
import type { OauthGrantView } from "../../../contracts/oauth.js";
import type { OauthRecord } from "../../../entities/oauth-record.js";
import type { Host } from "../../../runtime/process/host.js";
import * as billing from "../../billing/index.js";
import { tellEnded } from "../end-credential.js";
import { limitCredential } from "../limit-credential.js";
import { endFamily } from "./adapter.js";
import { findClients, findGrantsOfAccount, findLastTokens, setGrantBudget } from "./grant.repository.js";
import { findRecord, lockRecord, recordId } from "./record.repository.js";

/** Lists the connected agents of an account, newest first. */
export async function listGrants(
  host: Pick<Host, "read">,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ grants: OauthGrantView[]; total: number }> {
  const { grants, total } = await findGrantsOfAccount(host.read, { accountId, limit, offset });
  return { grants: await presentGrants(host, grants), total };
}

/**
 * Sets or removes the limits of a connected agent. Throws `not_found` for a grant that is not the account's.
 */
export async function updateGrant(
  host: Pick<Host, "read" | "transact">,
  accountId: string,
  { id, budget }: { id: string; budget: GrantLimits | null },
): Promise<{ grant: OauthGrantView }> {
  const row = await host.transact(async (tx) => {
    // The grant is locked before its budget, in the same order as when it ends.
    const where = { id: recordId("Grant", id), accountId };
    if ((await lockRecord(tx, where)) === null) throw notFound("There is no such connected agent.");
    const isLimited = await limitCredential(tx, { id, accountId, subject: "grant" }, budget);
    await setGrantBudget(tx, { grantId: id, budgetId: isLimited ? id : null });
    return findRecord(tx, where);
  });
  const [grant] = await presentGrants(host, row === null ? [] : [row]);
  if (grant === undefined) throw notFound("There is no such connected agent.");
  return { grant };
}

async function presentGrants(
  host: Pick<Host, "read">,
  rows: readonly OauthRecord[],
): Promise<OauthGrantView[]> {
  const grantIds = rows.flatMap(({ grantId }) => grantId ?? []);
  const clientIds = rows.flatMap(({ clientId }) => clientId ?? []);
  if (rows.length === 0) return [];
  const lastTokens = await findLastTokens(host.read, grantIds);
  const clients = await findClients(host.read, clientIds);
  const budgets = await billing.readGrantBudgets(
    host.read,
    rows.map(({ budgetId }) => budgetId),
  );
  return rows.map((row) => ({
    ...present(row, lastTokens.get(row.grantId ?? "") ?? null, clients),
    budget: budgets.get(row.budgetId ?? "") ?? null,
  }));
}

interface ClientPayload {
  clientId?: string;
  client_name?: string | null;
  redirect_uris?: string[];
}

function present(
  row: OauthRecord,
  lastTokenAt: number | null,
  clients: readonly OauthRecord[],
): Omit<OauthGrantView, "budget"> {
  // The client as it was when the person allowed it; older grants did not keep that, so that they show the
  // client as it is now.
  const seen = row.payload as ClientPayload;
  const client: ClientPayload | undefined =
    seen.redirect_uris === undefined
      ? clients.find(({ clientId }) => clientId === row.clientId)?.payload
      : seen;
  const { resources } = row.payload as { resources?: Record<string, string> };
  return {
    id: row.grantId ?? "",
    clientId: seen.clientId ?? row.clientId ?? "",
    clientName: client?.client_name ?? null,
    redirectUris: client?.redirect_uris ?? [],
    scopes: Object.values(resources ?? {}).flatMap((scopes) => scopes.split(" ")),
    createdAt: new Date(row.createdAt).toISOString(),
    lastTokenAt: lastTokenAt === null ? null : new Date(lastTokenAt).toISOString(),
  };
}

/** Ends a connected agent's access at once. Throws `not_found` for a grant that is not the account's. */
export async function deleteGrant(host: Host, accountId: string, grantId: string): Promise<{ ok: true }> {
  await host.transact(async (tx) => {
    if ((await findRecord(tx, { id: recordId("Grant", grantId), accountId })) === null)
      throw notFound("There is no such connected agent.");
    await endFamily(host, tx, grantId);
  });
  await tellEnded(host, grantId);
  return { ok: true };
}
