import type { Auth } from "../../../contracts/auth.js";
import { getRemaining } from "../../../contracts/billing.js";
import { listProjects } from "../../../contracts/projects.js";
import type { EdgeRequest } from "../../../runtime/edge.js";
import type { Host } from "../../../runtime/host.js";
import type { Payer } from "./pages.js";

/** Whose credits an app could spend: the account's, and in projects of others their owners'. */
export async function readPayer(host: Host, auth: Auth, { requestId, client }: EdgeRequest): Promise<Payer> {
  const meta = { auth, requestId, client, idempotency: null };
  const [{ accounts }, { projects }] = await Promise.all([
    host.call(getRemaining, { accountIds: [auth.accountId] }, meta),
    host.call(listProjects, {}, meta),
  ]);
  return {
    email: auth.email,
    remainingCredits: accounts[0]?.remainingCredits ?? null,
    projects: projects
      .filter(({ role }) => role !== "owner")
      .map(({ name, owner }) => ({ name, owner: owner.name ?? owner.email })),
  };
}
