import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { ENTITIES } from "../../entities/index.js";
import { Setting } from "../../entities/setting.js";
import { MIGRATIONS } from "../../migrations/index.js";
import { type Act, actBy } from "../../runtime/actions/audit/act.js";
import { asAct, claimEntry, withEntry, writeEntries } from "../../runtime/actions/audit/entry.js";
import { type Database, openDatabase } from "../../runtime/database/database.js";
import { migrate } from "../../runtime/database/migrate.js";
import { BatchedTransactions, type Tx, transaction } from "../../runtime/database/transaction.js";
import type { Figure } from "../figure.js";
import { median } from "../load/percentile.js";
import type { Part } from "../part.js";
import { findMariadb, makeDatabase } from "../surroundings.js";

const WARM_UP = 200;
const ROUNDS = 15;
const WRITES = 100;
/** Number of works that share a transaction, as publishes do. */
const TOGETHER = 20;

const NOBODY = { id: "", credentialId: "", projectId: "" };
/** Accounts with a project each: entries of one account lie beside each other in the indexes. */
const ACCOUNTS = Array.from({ length: 8 }, () => ({
  id: randomUUID(),
  credentialId: randomUUID(),
  projectId: randomUUID(),
}));
let acts = 0;

const act = (): Act => {
  const { id, credentialId, projectId } = ACCOUNTS[acts++ % ACCOUNTS.length] ?? NOBODY;
  return actBy(
    { kind: "key", id, credentialId },
    {
      action: "bench.write",
      kind: "setting",
      made: null,
      requestId: randomUUID(),
      client: "192.0.2.1",
    },
    { resourceId: randomUUID(), projectId },
  );
};

/** Does the least write of an action. */
const write = async (tx: Tx): Promise<void> => {
  await tx.insert(Setting, { id: randomUUID(), value: "" });
};

type Way = (isAudited: boolean) => Promise<void>;

/** Measures what an entry adds to a write, in µs: with and without it in turns. Returns the median of the turns' differences. */
async function added(way: Way, writesEach: number): Promise<{ with: number; without: number; more: number }> {
  const timed = async (isAudited: boolean, count: number): Promise<number> => {
    const started = performance.now();
    for (let at = 0; at < count; at += writesEach) await way(isAudited);
    return ((performance.now() - started) * 1000) / count;
  };
  await timed(true, WARM_UP);
  await timed(false, WARM_UP);
  const rounds: { with: number; without: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const first = await timed(round % 2 === 0, WRITES);
    const second = await timed(round % 2 !== 0, WRITES);
    rounds.push(round % 2 === 0 ? { with: first, without: second } : { with: second, without: first });
  }
  return {
    with: median(rounds.map((round) => round.with)),
    without: median(rounds.map((round) => round.without)),
    more: median(rounds.map((round) => round.with - round.without)),
  };
}

async function measure(name: string, database: Database): Promise<Figure[]> {
  const batches = new BatchedTransactions<Act | null, null>(database, {
    async write(tx, _key, claimed) {
      for (let at = 0; at < claimed.length; at++) await write(tx);
      writeEntries(
        tx,
        claimed.flatMap((each) => (each === null ? [] : { act: each })),
      );
      return claimed.map(() => ({ value: null }));
    },
    limits: { requests: TOGETHER, weight: 1, running: 1, patienceMs: 1000 },
  });
  const alone: Way = (isAudited) =>
    asAct(isAudited ? act() : null, () => withEntry(write, (work) => transaction(database, work)));
  const together: Way = async (isAudited) => {
    const one = () => asAct(isAudited ? act() : null, () => batches.submit("bench", claimEntry()));
    await Promise.all(Array.from({ length: TOGETHER }, one));
  };
  const figures: Figure[] = [];
  for (const [what, way, each] of [
    ["a write of one row", alone, 1],
    [`each of ${TOGETHER} writes that share a transaction`, together, TOGETHER],
  ] as const) {
    const found = await added(way, each);
    figures.push({
      name: `An audit entry adds to ${what}, ${name}`,
      value: found.more,
      unit: "µs",
      note: `${Math.round(found.with)} with it, ${Math.round(found.without)} without; one INSERT, sent with the commit`,
    });
  }
  return figures;
}

async function withDatabase(url: string | null, work: (database: Database) => Promise<Figure[]>) {
  const dataDir = await mkdtemp(join(tmpdir(), "kiln-bench-"));
  const database = await openDatabase({ url, dataDir, entities: ENTITIES, migrations: MIGRATIONS });
  try {
    await migrate(database);
    return await work(database);
  } finally {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Measures the cost of the audit entry for each write (ADR-0043). */
export const audit: Part = {
  name: "audit",
  async run(leaveOut) {
    const figures = await withDatabase(null, (database) => measure("SQLite", database));
    const server = await findMariadb();
    if (server === null) {
      leaveOut("audit on MariaDB", "no MariaDB is installed or reachable");
      return figures;
    }
    const { url, drop } = await makeDatabase(server);
    try {
      figures.push(...(await withDatabase(url, (database) => measure("MariaDB", database))));
    } finally {
      await drop();
    }
    return figures;
  },
};
