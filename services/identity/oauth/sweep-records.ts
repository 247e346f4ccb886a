import { In, LessThan } from "typeorm";
import { OauthRecord } from "../../../entities/oauth-record.js";
import { deleteAll } from "../../../runtime/delete-batch.js";
import type { Host } from "../../../runtime/host.js";

/** As long as refresh tokens live: after that nobody comes back to a client or a grant that has nothing. */
const IDLE_MS = 31 * 24 * 3600_000;
const BATCH = 500;

/** Expired records, and clients and grants to which no code or token belongs any more. */
export async function sweepRecords(
  host: Pick<Host, "read" | "transact">,
  signal: AbortSignal,
): Promise<void> {
  await deleteAll<OauthRecord>(host, signal, OauthRecord, { expiresAt: LessThan(Date.now()) });
  await sweepIdle(
    host,
    signal,
    "Grant",
    "t.grantId = r.grantId AND t.kind IN ('AuthorizationCode', 'AccessToken', 'RefreshToken')",
  );
  await sweepIdle(host, signal, "Client", "t.clientId = r.clientId AND t.kind <> 'Client'");
}

async function sweepIdle(
  host: Pick<Host, "read" | "transact">,
  signal: AbortSignal,
  kind: string,
  belongs: string,
): Promise<void> {
  while (!signal.aborted) {
    const rows = await host.read.query<{ id: string }>(
      `SELECT r.id AS id FROM oauth_records r WHERE r.kind = ? AND r.createdAt < ?
        AND NOT EXISTS (SELECT 1 FROM oauth_records t WHERE ${belongs}) LIMIT ${BATCH}`,
      [kind, Date.now() - IDLE_MS],
    );
    if (rows.length > 0)
      await host.transact((tx) => tx.delete(OauthRecord, { id: In(rows.map(({ id }) => id)) }));
    if (rows.length < BATCH) return;
  }
}
