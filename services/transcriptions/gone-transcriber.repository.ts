import type { Reader, Tx } from "../../runtime/database/transaction.js";

const LIVE = "status IN ('queued', 'running') AND transcriber = ?";

/**
 * Returns the transcribers of all queued and running transcriptions. It reads the index
 * IX_transcriptions_transcriber, as all functions here do.
 */
export async function findTranscribersAtWork(read: Reader): Promise<string[]> {
  const rows = await read.query<{ transcriber: string }>(
    "SELECT DISTINCT transcriber FROM transcriptions WHERE status IN ('queued', 'running')",
  );
  return rows.map(({ transcriber }) => transcriber);
}

/** Notes that a transcriber runs somewhere again. */
export async function markBack(tx: Tx, transcriber: string): Promise<void> {
  await tx.run(
    `UPDATE transcriptions SET transcriberGoneSince = NULL WHERE ${LIVE} AND transcriberGoneSince IS NOT NULL`,
    [transcriber],
  );
}

/** Notes the time since which a transcriber runs nowhere, unless that is noted already. */
export async function markGone(
  tx: Tx,
  { transcriber, since }: { transcriber: string; since: number },
): Promise<void> {
  await tx.run(
    `UPDATE transcriptions SET transcriberGoneSince = ? WHERE ${LIVE} AND transcriberGoneSince IS NULL`,
    [since, transcriber],
  );
}

/** Returns ids of transcriptions whose transcriber has been gone since a time or longer. */
export async function findGoneSince(
  read: Reader,
  { transcriber, since, limit }: { transcriber: string; since: number; limit: number },
): Promise<string[]> {
  const late = await read.query<{ id: string }>(
    `SELECT id FROM transcriptions WHERE ${LIVE} AND transcriberGoneSince <= ? LIMIT ${limit}`,
    [transcriber, since],
  );
  return late.map(({ id }) => id);
}
