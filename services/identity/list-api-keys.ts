import type { ApiKeyView } from "../../contracts/identity.js";
import { ApiKey } from "../../entities/api-key.js";
import type { Host } from "../../runtime/host.js";
import { credentialUseOf } from "./credential-use.js";
import { presentApiKey } from "./present-api-key.js";

/** The account's keys whole, newest first (spec: Global conventions 7). */
export async function listApiKeys(host: Host, accountId: string): Promise<{ apiKeys: ApiKeyView[] }> {
  const pending = credentialUseOf(host).pendingKeys();
  const keys = await host.read.find(ApiKey, { accountId }, { order: { createdAt: "DESC", id: "DESC" } });
  return { apiKeys: keys.map((key) => presentApiKey(key, pending.get(key.id))) };
}
