import { In, LessThan } from "typeorm";
import { OauthRecord } from "../../../entities/oauth-record.js";
import { deleteAll } from "../../../runtime/database/delete-batch.js";
import type { Host } from "../../../runtime/process/host.js";
import type { Tx } from "../../../runtime/database/transaction.js";
import { endFamily } from "./adapter.js";
import { trimUnused } from "./client-life.js";

/** As long as refresh tokens live: after that nobody comes back to a client or a grant that has nothing. */
const IDLE_MS = 31 * 24 * 3600_000;
const BATCH = 100;

/** Expired records, and clients and grants to which no code or token belongs any more. */
export async function sweepRecords(
  host: Pick<Host, "read" | "transact" | "tasks">,
  signal: AbortSignal,
): Promise<void> {
  await deleteAll<OauthRecord>(host, signal, OauthRecord, { expiresAt: LessThan(Date.now()) });
  await trimUnused(host);
  await sweepIdle(
    host,
    signal,
    "Grant",
    "t.grantId = r.grantId AND t.kind IN ('AuthorizationCode', 'AccessToken', 'RefreshToken')",
    async (tx, rows) => {
      for (const { grantId } of rows) if (grantId !== null) await endFamily(host, tx, grantId);
    },
  );
  await sweepIdle(
    host,
    signal,
    // of those that were registered before clients had an end of their own
    "Client",
    "t.clientId = r.clientId AND t.kind <> 'Client'",
    async (tx, rows) => {
      await tx.delete(OauthRecord, { id: In(rows.map(({ id }) => id)) });
    },
  );
}

type Idle = Pick<OauthRecord, "id" | "grantId">;

async function sweepIdle(
  host: Pick<Host, "read" | "transact">,
  signal: AbortSignal,
  kind: string,
  belongs: string,
  end: (tx: Tx, rows: readonly Idle[]) => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    const rows = await host.read.query<Idle>(
      `SELECT r.id AS id, r.grantId AS grantId FROM oauth_records r WHERE r.kind = ? AND r.createdAt < ?
        AND NOT EXISTS (SELECT 1 FROM oauth_records t WHERE ${belongs}) LIMIT ${BATCH}`,
      [kind, Date.now() - IDLE_MS],
    );
    if (rows.length > 0) await host.transact((tx) => end(tx, rows));
    if (rows.length < BATCH) return;
  }
}
