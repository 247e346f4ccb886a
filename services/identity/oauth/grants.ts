import { In } from "typeorm";
import { notFound } from "../../../contracts/errors.js";
import type { OauthGrantView } from "../../../contracts/oauth.js";
import { OauthRecord } from "../../../entities/oauth-record.js";
import type { Host } from "../../../runtime/host.js";
import { endFamily } from "./adapter.js";

/** Connected agents of an account, newest first. */
export async function listGrants(
  host: Host,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ grants: OauthGrantView[]; total: number }> {
  const where = { accountId, kind: "Grant" };
  const [rows, total] = await Promise.all([
    host.read.find(OauthRecord, where, { order: { createdAt: "DESC", id: "DESC" }, limit, offset }),
    host.read.count(OauthRecord, where),
  ]);
  const grantIds = rows.flatMap(({ grantId }) => grantId ?? []);
  const clientIds = rows.flatMap(({ clientId }) => clientId ?? []);
  if (rows.length === 0) return { grants: [], total };
  const tokens = await host.read.find(OauthRecord, { grantId: In(grantIds), kind: "AccessToken" });
  const clients = await host.read.find(OauthRecord, { clientId: In(clientIds), kind: "Client" });
  return {
    grants: rows.map((row) => present(row, tokens, clients)),
    total,
  };
}

interface ClientPayload {
  client_name?: string;
  redirect_uris?: string[];
}

function present(
  row: OauthRecord,
  tokens: readonly OauthRecord[],
  clients: readonly OauthRecord[],
): OauthGrantView {
  const client: ClientPayload | undefined = clients.find(
    ({ clientId }) => clientId === row.clientId,
  )?.payload;
  const { resources } = row.payload as { resources?: Record<string, string> };
  const used = tokens.filter(({ grantId }) => grantId === row.grantId).map(({ createdAt }) => createdAt);
  return {
    id: row.grantId ?? "",
    clientId: row.clientId ?? "",
    clientName: client?.client_name ?? null,
    redirectUris: client?.redirect_uris ?? [],
    scopes: Object.values(resources ?? {}).flatMap((scopes) => scopes.split(" ")),
    createdAt: new Date(row.createdAt).toISOString(),
    lastTokenAt: used.length === 0 ? null : new Date(Math.max(...used)).toISOString(),
  };
}

/** Ends a connected agent's access at once. Throws `not_found` for what is not the account's. */
export async function deleteGrant(host: Host, accountId: string, grantId: string): Promise<{ ok: true }> {
  await host.transact(async (tx) => {
    if ((await tx.findOne(OauthRecord, { accountId, grantId, kind: "Grant" })) === null)
      throw notFound("There is no such connected agent.");
    await endFamily(tx, grantId);
  });
  return { ok: true };
}
