import type { adminListAudit, AuditEntryView, listAudit as contract } from "../../../contracts/audit.js";
import type { ParamsOf } from "../../../contracts/contract.js";
import { foldForSearch } from "../../../contracts/search-text.js";
import {
  type AuditEntry,
  type EntryQuery,
  readEntries,
} from "../../../runtime/actions/audit/read-entries.js";
import type { Host } from "../../../runtime/process/host.js";
import * as projects from "../../projects/index.js";
import { findAccounts } from "../account.repository.js";
import { allowProjectAudit } from "../identity.policy.js";
import { listAccounts } from "../list-accounts.js";

interface Page {
  entries: AuditEntryView[];
  total: number;
}

/**
 * Lists what an account did and what was done to its things, or, with a project, what everybody did there.
 * Throws `not_found` for a project that the account does not see, and `forbidden` for a contributor.
 */
export async function listAudit(
  host: Pick<Host, "read" | "staleRead">,
  accountId: string,
  { projectId, ...filters }: ParamsOf<typeof contract>,
): Promise<Page> {
  const seen = projectId ? await projects.requireSeen(host.read, accountId, projectId) : null;
  if (seen !== null) allowProjectAudit(seen);
  // The caller's own default project counts as no project (rules/projects 1).
  const where = seen === null || seen.project.isDefault ? { accountId } : { projectId: seen.project.id };
  return present(host, { ...filters, ...where }, accountId);
}

const MOST_ACCOUNTS = 200;

/** Lists the entries of all accounts, for operators. */
export async function listAllAudit(
  host: Pick<Host, "read" | "staleRead">,
  { q, ...filters }: ParamsOf<typeof adminListAudit>,
): Promise<Page> {
  const text = foldForSearch(q?.trim() ?? "");
  if (text === "") return present(host, filters, null);
  const { accounts } = await listAccounts(host, { q: text, limit: MOST_ACCOUNTS, offset: 0 });
  const search = { text, accountIds: accounts.map(({ id }) => id) };
  return present(host, { ...filters, search }, null);
}

/**
 * Presents entries to the account `readerId`, which is told more about its own acts; null stands for an
 * operator.
 */
async function present(
  host: Pick<Host, "read" | "staleRead">,
  query: EntryQuery,
  readerId: string | null,
): Promise<Page> {
  const { entries, total } = await readEntries(host.staleRead, query);
  const ids = [...new Set(entries.flatMap(({ actorId }) => actorId ?? []))];
  const people = new Map((await findAccounts(host.read, ids)).map((account) => [account.id, account]));
  const view = (entry: AuditEntry): AuditEntryView => {
    const isOpen = readerId === null || entry.actorId === readerId;
    // An account is told that an operator acted, but not which one.
    const isNamed = isOpen || entry.actorKind !== "operator";
    const person = isNamed && entry.actorId !== null ? people.get(entry.actorId) : undefined;
    return {
      id: entry.id,
      at: new Date(entry.createdAt).toISOString(),
      actor: {
        kind: entry.actorKind,
        id: isNamed ? entry.actorId : null,
        name: person?.name ?? null,
        email: person?.email ?? null,
        credentialId: isOpen ? entry.credentialId : null,
      },
      action: entry.action,
      resource: { kind: entry.resourceKind, id: entry.resourceId },
      projectId: entry.projectId,
      requestId: entry.requestId,
      address: isOpen && entry.client !== "" ? entry.client : null,
    };
  };
  return { entries: entries.map(view), total };
}
