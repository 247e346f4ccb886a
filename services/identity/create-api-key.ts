import { v7 } from "uuid";
import type { Auth } from "../../contracts/auth.js";
import type { CredentialLimits } from "../../contracts/budgets.js";
import { invalidParams, ServiceError } from "../../contracts/errors.js";
import type { ApiKeyView } from "../../contracts/identity.js";
import type { ApiKey } from "../../entities/api-key.js";
import type { Host } from "../../runtime/process/host.js";
import type { Tx } from "../../runtime/database/transaction.js";
import * as billing from "../billing/index.js";
import { lockAccount } from "./account.repository.js";
import { countKeys, findKey, insertKey } from "./api-key.repository.js";
import { limitCredential } from "./limit-credential.js";
import { presentApiKey } from "./present-api-key.js";
import { hashSecret, makeKeySecret } from "./credential.repository.js";
import { isSessionThere } from "./session.repository.js";

/** Keys that an account may have (rules/identity 20). */
const MAX_KEYS = 20;

export interface KeyRequest {
  name: string;
  scopes: readonly string[];
  budget?: CredentialLimits | null | undefined;
}

/** Makes a key and returns its secret this one time. Throws `invalid_params` when the account has 20 keys. */
export async function createApiKey(
  host: Pick<Host, "read" | "transact">,
  auth: Auth,
  { name, scopes, budget }: KeyRequest,
): Promise<{ apiKey: ApiKeyView; secret: string }> {
  const secret = makeKeySecret();
  const key = await host.transact(async (tx) => {
    // The account's row is the lock of its keys: two requests at once do not make the 21st.
    const account = await lockAccount(tx, auth.accountId);
    await refuseRevoked(tx, auth);
    if ((await countKeys(tx, auth.accountId)) >= MAX_KEYS)
      throw invalidParams(`An account has at most ${MAX_KEYS} API keys. Delete one first.`);
    const id = v7();
    const limited = { id, accountId: auth.accountId, subject: "key" as const };
    const isLimited = budget ? await limitCredential(tx, limited, budget) : false;
    const row: ApiKey = {
      id,
      accountId: auth.accountId,
      name,
      hash: hashSecret(secret),
      scopes: [...new Set(scopes)],
      budgetId: isLimited ? id : null,
      madeUnverified: account?.emailVerified !== true,
      createdAt: Date.now(),
      lastUsedAt: null,
    };
    await insertKey(tx, row);
    return row;
  });
  const budgets = await billing.readKeyBudgets(host.read, [key.budgetId]);
  return { apiKey: presentApiKey(key, { budgets }), secret };
}

/**
 * Throws `unauthenticated` when the caller's credential is gone, also for a request in flight: a revoked
 * credential makes no successor.
 */
async function refuseRevoked(tx: Tx, { kind, credentialId }: Auth): Promise<void> {
  const stands =
    kind === "key"
      ? (await findKey(tx, { id: credentialId })) !== null
      : kind === "session" && (await isSessionThere(tx, credentialId));
  if (!stands) throw new ServiceError("unauthenticated");
}
