import type { Kind } from "../../contracts/models.js";
import { placeholders } from "../../runtime/database/reader.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";

/** What a worker does: jobs of a kind at a provider. */
export interface Work {
  kind: Kind;
  provider: string;
}

const LIVE = "status IN ('queued', 'running') AND kind = ? AND provider = ?";

const unmarked = (since: number | null): string =>
  `${LIVE} AND providerGoneSince IS ${since === null ? "NOT NULL" : "NULL"}`;

/** What jobs that are queued or running need. Reads the index IX_generation_jobs_gone, as all here. */
export const findWorkInHand = (longRead: Reader): Promise<Work[]> =>
  longRead.query<Work>(
    "SELECT DISTINCT kind, provider FROM generation_jobs WHERE status IN ('queued', 'running')",
  );

/** Ids of some live jobs that do not say yet since when their provider is gone, or with null: that it is back. */
export async function findUnmarked(
  read: Reader,
  { kind, provider, since, limit }: Work & { since: number | null; limit: number },
): Promise<string[]> {
  const rows = await read.query<{ id: string }>(
    `SELECT id FROM generation_jobs WHERE ${unmarked(since)} LIMIT ${limit}`,
    [kind, provider],
  );
  return rows.map(({ id }) => id);
}

/** Sets since when the provider of those of the jobs is gone that do not say so yet. */
export async function markGone(
  tx: Tx,
  { kind, provider, since, ids }: Work & { since: number | null; ids: readonly string[] },
): Promise<void> {
  await tx.run(
    `UPDATE generation_jobs SET providerGoneSince = ? WHERE ${unmarked(since)} AND id IN (${placeholders(ids)})`,
    [since, kind, provider, ...ids],
  );
}

/** Live jobs whose provider has been gone since a time or longer. */
export const findGoneSince = (
  read: Reader,
  { kind, provider, since, limit }: Work & { since: number; limit: number },
): Promise<{ id: string }[]> =>
  read.query<{ id: string }>(
    `SELECT id FROM generation_jobs WHERE ${LIVE} AND providerGoneSince <= ? LIMIT ${limit}`,
    [kind, provider, since],
  );
