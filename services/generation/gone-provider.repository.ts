import type { Kind } from "../../contracts/models.js";
import { placeholders } from "../../runtime/database/reader.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";

/** The work of one worker: jobs of a kind at a provider. */
export interface Work {
  kind: Kind;
  provider: string;
}

const LIVE = "status IN ('queued', 'running') AND kind = ? AND provider = ?";

const unmarked = (since: number | null): string =>
  `${LIVE} AND providerGoneSince IS ${since === null ? "NOT NULL" : "NULL"}`;

/**
 * Returns the kinds and providers of queued and running jobs. Reads the index IX_generation_jobs_gone, as the
 * other functions of this file do.
 */
export const findWorkInHand = (longRead: Reader): Promise<Work[]> =>
  longRead.query<Work>(
    "SELECT DISTINCT kind, provider FROM generation_jobs WHERE status IN ('queued', 'running')",
  );

/**
 * Returns ids of some live jobs that do not have the time yet since when their provider is gone. With `since`
 * null, returns those that still have such a time although the provider is back.
 */
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

/** Sets the time since when the provider is gone, for those of the jobs that do not have it yet. */
export async function markGone(
  tx: Tx,
  { kind, provider, since, ids }: Work & { since: number | null; ids: readonly string[] },
): Promise<void> {
  await tx.run(
    `UPDATE generation_jobs SET providerGoneSince = ? WHERE ${unmarked(since)} AND id IN (${placeholders(ids)})`,
    [since, kind, provider, ...ids],
  );
}

/** Returns live jobs whose provider has been gone since the given time or longer. */
export const findGoneSince = (
  read: Reader,
  { kind, provider, since, limit }: Work & { since: number; limit: number },
): Promise<{ id: string }[]> =>
  read.query<{ id: string }>(
    `SELECT id FROM generation_jobs WHERE ${LIVE} AND providerGoneSince <= ? LIMIT ${limit}`,
    [kind, provider, since],
  );
