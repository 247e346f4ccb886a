import type { Auth } from "../../../contracts/auth.js";
import { getRemaining } from "../../../contracts/billing.js";
import type { ResultOf } from "../../../contracts/contract.js";
import { listProjects } from "../../../contracts/projects.js";
import type { EdgeRequest } from "../../../runtime/http/edge.js";
import type { Host } from "../../../runtime/process/host.js";
import type { PayingProject } from "./grant-fields.js";
import type { Payer } from "./pages.js";

/** Reads whose credits an app could spend: the account's, and in projects of others their owners'. */
export async function readPayer(
  host: Pick<Host, "call">,
  auth: Auth,
  { requestId, client }: EdgeRequest,
): Promise<Payer> {
  const meta = { auth, requestId, client, idempotency: null };
  const [{ accounts }, listed] = await Promise.all([
    host.call(getRemaining, { accountIds: [auth.accountId] }, meta),
    host.call(listProjects, {}, meta),
  ]);
  return {
    email: auth.email,
    remainingCredits: accounts[0]?.remainingCredits ?? null,
    projects: payingProjects(listed),
  };
}

/**
 * Returns the projects in which an account's work may be billed, each with its payer; the default project
 * comes first.
 */
export function payingProjects({
  projects,
  defaultProjectId,
}: Pick<ResultOf<typeof listProjects>, "projects" | "defaultProjectId">): PayingProject[] {
  return projects
    .map(({ id, name, owner, role }) => ({
      id,
      name,
      payer: role === "owner" ? null : (owner.name ?? owner.email),
      isDefault: id === defaultProjectId,
    }))
    .toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault));
}
