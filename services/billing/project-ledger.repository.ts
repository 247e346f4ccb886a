import { type FindOptionsWhere, In, IsNull } from "typeorm";
import type { LedgerKind } from "../../contracts/billing.js";
import { LedgerEntry } from "../../entities/ledger-entry.js";
import { placeholders } from "../../runtime/database/reader.js";
import type { Reader } from "../../runtime/database/transaction.js";

export interface ProjectLedger {
  /** The shared project; null for work outside of shared projects. */
  projectId: string | null;
  payerId: string;
  /** The actor whose entries are wanted; null for those of all actors. */
  actorId: string | null;
}

/** The kinds of entries for work; grants, top-ups and adjustments belong to no project. */
const WORK: readonly LedgerKind[] = ["generation", "transcription", "agent_usage"];

/** Returns a page of entries, newest first. The id breaks ties, so that paging never repeats a row. */
export function findProjectEntries(
  read: Reader,
  { projectId, payerId, actorId }: ProjectLedger,
  page: { limit: number; offset: number },
): Promise<LedgerEntry[]> {
  const where: FindOptionsWhere<LedgerEntry> = {
    accountId: payerId,
    kind: In(WORK),
    projectId: projectId === null ? IsNull() : projectId,
    ...(actorId !== null && { actorId }),
  };
  return read.find(LedgerEntry, where, { order: { createdAt: "DESC", id: "DESC" }, ...page });
}

export interface ActorTotal {
  actorId: string;
  /** The actor's address when the newest work was submitted. */
  actorEmail: string | null;
  spentCredits: number;
  entries: number;
}

/**
 * Returns what each actor spent, the largest sum first. The payer's own spending has the payer's id
 * (rules/billing 33).
 */
export async function totalsOfProject(
  read: Reader,
  { projectId, payerId, actorId }: ProjectLedger,
): Promise<ActorTotal[]> {
  const rows = await read.query<{ actor: string; email: string | null; spent: number; entries: number }>(
    // One index holds everything that this query reads except the addresses.
    `SELECT summed.actor AS actor, named.actorEmail AS email, summed.spent AS spent, summed.entries AS entries
      FROM (SELECT COALESCE(actorId, accountId) AS actor, MAX(id) AS newest, -SUM(deltaCredits) AS spent, COUNT(*) AS entries
          FROM ledger_entries
          WHERE accountId = ? AND ${projectId === null ? "projectId IS NULL" : "projectId = ?"}
            AND kind IN (${placeholders(WORK)}) ${actorId === null ? "" : "AND actorId = ?"}
          GROUP BY COALESCE(actorId, accountId)) summed
      LEFT JOIN ledger_entries named ON named.id = summed.newest ORDER BY summed.spent DESC, summed.actor`,
    [payerId, ...(projectId === null ? [] : [projectId]), ...WORK, ...(actorId === null ? [] : [actorId])],
  );
  // Database servers may return sums as text.
  return rows.map(({ actor, email, spent, entries }) => ({
    actorId: actor,
    actorEmail: email,
    spentCredits: Number(spent),
    entries: Number(entries),
  }));
}
