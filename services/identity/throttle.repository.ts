import { In, LessThan } from "typeorm";
import { KnownClient } from "../../entities/known-client.js";
import { SignInFailure } from "../../entities/sign-in-failure.js";
import { deleteAll } from "../../runtime/database/delete-batch.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";
import type { Host } from "../../runtime/process/host.js";
import { clientNetwork, siteNetwork } from "../../runtime/http/client-network.js";
import { hashSecret } from "./credential.repository.js";
import { ADDRESS, CLIENT, type Failures, SITE, type ThrottleRule } from "./throttle-rules.js";

const KNOWN_MS = 90 * 24 * 3600 * 1000;

interface BucketIds {
  pair: string;
  client: string;
  address: string;
  site?: string;
}

const idsOf = (email: string, client: string): BucketIds => {
  const network = clientNetwork(client);
  const site = siteNetwork(client);
  return {
    pair: hashSecret(`pair\n${network}\n${email}`),
    client: hashSecret(`client\n${network}`),
    address: hashSecret(`address\n${email}`),
    ...(site !== null && { site: hashSecret(`site\n${site}`) }),
  };
};

/** Reads the current failures of an address and a client. */
export async function readFailures(reader: Reader, email: string, client: string): Promise<Failures> {
  const ids = idsOf(email, client);
  const [rows, known] = await Promise.all([
    reader.find(SignInFailure, { id: In(Object.values(ids)) }),
    reader.findOne(KnownClient, { id: ids.pair }),
  ]);
  const clearAt = new Map(rows.map((row) => [row.id, row.clearAt]));
  return {
    pair: clearAt.get(ids.pair) ?? 0,
    client: clearAt.get(ids.client) ?? 0,
    site: ids.site === undefined ? 0 : (clearAt.get(ids.site) ?? 0),
    address: clearAt.get(ids.address) ?? 0,
    isKnownClient: known !== null && known.expiresAt > Date.now(),
  };
}

export async function countFailure(
  tx: Tx,
  email: string,
  client: string,
  pairRule: ThrottleRule,
): Promise<void> {
  const ids = idsOf(email, client);
  await fill(tx, ids.pair, pairRule);
  await fill(tx, ids.client, CLIENT);
  if (ids.site !== undefined) await fill(tx, ids.site, SITE);
  await fill(tx, ids.address, ADDRESS);
}

/**
 * Fills a bucket by one failure. The database computes the same sum as `afterFailure`, so that simultaneous
 * failures all count.
 */
async function fill(tx: Tx, id: string, rule: ThrottleRule): Promise<void> {
  const isSqlite = tx.database.dialect === "sqlite";
  const [least, greatest] = isSqlite ? ["MIN", "MAX"] : ["LEAST", "GREATEST"];
  const now = Date.now();
  await tx.run(
    `INSERT INTO sign_in_failures (id, clearAt) VALUES (?, ?)
      ${isSqlite ? "ON CONFLICT (id) DO UPDATE SET" : "ON DUPLICATE KEY UPDATE"}
      clearAt = ${least}(${greatest}(clearAt, ?) + ?, ?)`,
    [id, now + rule.perFailureMs, now, rule.perFailureMs, now + rule.failures * rule.perFailureMs],
  );
}

/**
 * Forgets the pair's failures after a success, but not the client's: signing in to one's own account does not
 * pay for guesses at others.
 */
export async function deleteFailures(tx: Tx, email: string, client: string): Promise<void> {
  await tx.delete(SignInFailure, { id: idsOf(email, client).pair });
}

/** Remembers that the address has signed in from this client. */
export async function saveClient(tx: Tx, email: string, client: string): Promise<void> {
  const isSqlite = tx.database.dialect === "sqlite";
  const expiresAt = Date.now() + KNOWN_MS;
  await tx.run(
    `INSERT INTO known_clients (id, expiresAt) VALUES (?, ?)
      ${isSqlite ? "ON CONFLICT (id) DO UPDATE SET" : "ON DUPLICATE KEY UPDATE"} expiresAt = ?`,
    [idsOf(email, client).pair, expiresAt, expiresAt],
  );
}

/** Deletes expired known clients and empty buckets, batch by batch. */
export async function deleteOldFailures(
  host: Pick<Host, "read" | "transact">,
  { at, signal }: { at: number; signal: AbortSignal },
): Promise<void> {
  await deleteAll<KnownClient>(host, signal, KnownClient, { expiresAt: LessThan(at) });
  await deleteAll<SignInFailure>(host, signal, SignInFailure, { clearAt: LessThan(at) });
}
