import test from "ava";
import { ENTITIES } from "../../../entities/index.js";
import { Setting } from "../../../entities/setting.js";
import { MIGRATIONS } from "../../../migrations/index.js";
import { type Database, openDatabase } from "../../../runtime/database/database.js";
import { toServiceError } from "../../../runtime/errors/render.js";
import type { ServerConnection } from "../../../runtime/private-parts/mysql2.js";
import { migrate } from "../../../runtime/database/migrate.js";
import { reader, transaction, writeAlone } from "../../../runtime/database/transaction.js";
import { BatchedWorks } from "../../helpers/batched-works.js";
import { signUp } from "../../helpers/client.js";
import { type Galera, openGalera } from "../../helpers/galera/open-galera.js";
import { submitWithKeys } from "../../helpers/keyed-submissions.js";
import { openSite } from "../../helpers/open-site.js";
import { waitUntil } from "../../helpers/wait-until.js";
import { IS_LONG } from "../../helpers/is-long.js";

/**
 * Writers use two nodes of a Galera cluster at once, which nobody should configure (docs/scaling.md) and which a failover causes
 * for moments: neither sees the other's locks, and the second one to commit gets a deadlock error, at the COMMIT at the latest.
 */
const SUBMISSIONS = IS_LONG ? 60 : 12;

let galera: Galera;
let both: Database[];

test.before(async () => {
  galera = await openGalera();
  const open = (at: number) => {
    const node = galera.nodes[at];
    if (node === undefined) throw new Error("There is no such node.");
    return openDatabase({
      url: galera.at(node),
      dataDir: "/nowhere",
      entities: ENTITIES,
      migrations: MIGRATIONS,
      leaseMs: 60_000,
    });
  };
  const first = await open(0);
  await migrate(first);
  both = [first, await open(1)];
});
test.after.always(async () => {
  for (const database of both ?? []) await database.close();
  await galera?.close();
});

/** Raises a counter many times on each node, all at once. Returns the number of acknowledgements and the refusals. */
async function raiseOnBoth(
  write: (database: Database, at: number) => Promise<unknown>,
): Promise<{ done: number; refusals: string[] }> {
  let done = 0;
  const refusals: string[] = [];
  const one = (database: Database, at: number) =>
    write(database, at).then(
      () => (done += 1),
      (error: unknown) => refusals.push(toServiceError(error).code),
    );
  await Promise.all(
    both.flatMap((database) => Array.from({ length: 60 }, (_nothing, at) => one(database, at))),
  );
  return { done, refusals };
}

const conflicts = async (): Promise<number> => {
  let sum = 0;
  for (const node of galera.nodes)
    for (const name of ["wsrep_local_cert_failures", "wsrep_local_bf_aborts"])
      sum += Number(await node.state(name));
  return sum;
};

/** Waits until each node has all commits. */
const inStep = () =>
  waitUntil(async () => {
    const reached = await Promise.all(galera.nodes.map((node) => node.state("wsrep_last_committed")));
    return new Set(reached).size === 1;
  });

type Raise = (id: string) => (database: Database, at: number) => Promise<unknown>;

const shared = new Map<Database, BatchedWorks>();
function sharedOf(database: Database): BatchedWorks {
  const own = shared.get(database) ?? new BatchedWorks(database);
  shared.set(database, own);
  return own;
}

const writers: Record<string, Raise> = {
  "transactions that lock the row, read it and write it": (id) => (database) =>
    transaction(database, async (tx) => {
      const found = await tx.findOneForUpdate(Setting, { id });
      await tx.update(Setting, { id }, { value: String(Number(found?.value) + 1) });
    }),
  "transactions that several works share": (id) => (database, at) =>
    sharedOf(database).run(
      "counter",
      (tx) => tx.run("UPDATE settings SET value = value + 1 WHERE id = ?", [id]),
      String(at),
    ),
  "statements that are transactions of their own": (id) => (database) =>
    writeAlone(database, "UPDATE settings SET value = value + 1 WHERE id = ?", [id]),
};

for (const [name, write] of Object.entries(writers))
  test.serial(
    `${name}: what two nodes acknowledge of one row is all there, and no more (rules/running 36)`,
    async (t) => {
      const [first] = both as [Database];
      await transaction(first, (tx) => tx.insert(Setting, { id: name, value: "0" }));
      await inStep();
      const before = await conflicts();
      const { done, refusals } = await raiseOnBoth(write(name));
      await inStep();
      const left = await transaction(first, async (tx) =>
        Number((await tx.findOneForUpdate(Setting, { id: name }))?.value),
      );
      t.is(left, done);
      t.true(done > 0);
      t.true((await conflicts()) > before, "there were conflicts");
      t.deepEqual(
        refusals.filter((code) => code !== "unavailable"),
        [],
      );
    },
  );

test.serial("a node of Galera gets one statement a packet (ADR-0100)", async (t) => {
  const [node] = galera.nodes;
  if (node === undefined) return t.fail();
  const alone = await openDatabase({
    url: galera.at(node),
    dataDir: "/nowhere",
    entities: ENTITIES,
    migrations: MIGRATIONS,
    poolSize: 1,
  });
  t.teardown(() => alone.close());
  const packets: string[] = [];
  const runner = alone.dataSource.createQueryRunner();
  const connection = (await runner.connect()) as ServerConnection;
  const query = connection.query.bind(connection);
  connection.query = (sql, done) => {
    packets.push(
      sql
        .split(";")
        .map((text) => text.split(" ")[0])
        .join("+"),
    );
    query(sql, done);
  };
  await runner.release();
  await transaction(alone, async (tx) => {
    await tx.withNext(tx.insertOf(Setting, [{ id: "one", value: "" }]));
    await Promise.all([tx.findOne(Setting, { id: "one" }), tx.delete(Setting, { id: "one" })]);
    tx.withCommit(tx.insertOf(Setting, [{ id: "last", value: "" }]));
  });
  t.deepEqual(packets.slice(-5), ["START+INSERT", "SELECT", "DELETE", "INSERT", "COMMIT"]);
});

/** Number of rows that a transaction of the next test inserts, and the time for which each of its writers goes on. */
const ROWS = 8;
const WRITING_MS = IS_LONG ? 30_000 : 3000;

test.serial(
  "a transaction that the other node ends is all there or not at all, whatever it has sent together (rules/running 36)",
  async (t) => {
    const [first] = both as [Database];
    await transaction(first, (tx) => tx.insert(Setting, { id: "wanted", value: "" }));
    await inStep();
    const before = await conflicts();
    const acknowledged: string[] = [];
    const refusals: string[] = [];
    const write = (database: Database, group: string) =>
      transaction(database, async (tx) => {
        await tx.findOneForUpdate(Setting, { id: "wanted" });
        await tx.withNext(tx.updateOf(Setting, "wanted", { value: group }));
        for (let at = 0; at < ROWS; at += 1)
          await tx.withNext(tx.insertOf(Setting, [{ id: `${group} ${at}`, value: group }]));
      }).then(
        () => acknowledged.push(group),
        (error: unknown) => refusals.push(`${toServiceError(error).code}: ${String(error)}`),
      );
    const until = performance.now() + WRITING_MS;
    const writer = async (database: Database, name: string) => {
      for (let at = 0; performance.now() < until; at += 1) await write(database, `group ${name}-${at}`);
    };
    await Promise.all(
      both.flatMap((database, node) =>
        Array.from({ length: 6 }, (_nothing, at) => writer(database, `${node}-${at}`)),
      ),
    );
    await inStep();
    const groups = await reader(first).query<{ value: string; n: unknown }>(
      "SELECT value, COUNT(*) AS n FROM settings WHERE id LIKE 'group %' GROUP BY value",
    );
    t.log(`${groups.length} groups, ${(await conflicts()) - before} conflicts, ${refusals.length} refusals`);
    t.deepEqual(
      groups.filter(({ n }) => Number(n) !== ROWS),
      [],
      "groups that are there in part",
    );
    t.deepEqual(groups.map(({ value }) => value).toSorted(), acknowledged.toSorted());
    t.deepEqual(
      refusals.filter((refusal) => !refusal.startsWith("unavailable")),
      [],
    );
    t.true((await conflicts()) > before, "there were conflicts");
  },
);

test.serial(
  "a node outside of its cluster is 503 unavailable for reads and writes, and its connections are left (rules/running 36)",
  async (t) => {
    const [, second] = both as [Database, Database];
    const node = galera.nodes[1];
    if (node === undefined) return t.fail();
    const idOf = async () =>
      String((await reader(second).query<{ id: unknown }>("SELECT CONNECTION_ID() AS id"))[0]?.id);
    const ids = new Set<string>();
    while (ids.size < 3) for (const id of await Promise.all(Array.from({ length: 8 }, idOf))) ids.add(id);
    await node.run("SET GLOBAL wsrep_provider_options = 'gmcast.isolate=1'");
    await waitUntil(async () => (await node.state("wsrep_cluster_status")) !== "Primary");
    const works: (() => Promise<unknown>)[] = [
      () => reader(second).find(Setting, { id: "any" }),
      () => reader(second).prepared("SELECT id FROM settings WHERE id = ?", ["any"]),
      () => transaction(second, (tx) => tx.insert(Setting, { id: "never", value: "" })),
    ];
    for (let round = 0; round < 8; round += 1)
      for (const work of works) {
        const error = await t.throwsAsync(work());
        t.is(toServiceError(error).code, "unavailable", String(error));
      }
    await node.run("SET GLOBAL wsrep_provider_options = 'gmcast.isolate=0'");
    await waitUntil(async () => (await node.state()) === "Synced", {
      what: () => node.log(),
      timeoutMs: 90_000,
    });
    const later = new Set(await Promise.all(Array.from({ length: 8 }, idOf)));
    t.true(ids.isDisjointFrom(later), "no connection outlived what the node said");
    t.is(await reader(second).findOne(Setting, { id: "never" }), null);
  },
);

test.serial(
  "processes that write to two nodes: a key makes one job wherever it is repeated, each is charged once (rules/edge 30; rules/running 36)",
  async (t) => {
    const [one, other] = galera.nodes;
    if (one === undefined || other === undefined) return t.fail();
    const site = await openSite({
      DATABASE_URL: galera.at(one),
      SIGNUP_CREDITS: "1000000",
      TASK_LEASE_SECONDS: "5",
    });
    t.teardown(() => site.close());
    const first = await site.start();
    const second = await site.start({ DATABASE_URL: galera.at(other) });
    const ann = await signUp(first.url);
    const seen = () => ann.api.at(second.url).get("/v1/account");
    await waitUntil(async () => (await seen()).status === 200);
    const submissions = submitWithKeys(ann, [first.url, second.url], { sideBySide: 6 });
    await waitUntil(() => submissions.acknowledged() >= SUBMISSIONS, {
      what: () => JSON.stringify([...submissions.answers]),
      timeoutMs: 150_000,
    });
    await submissions.end();
    t.deepEqual(
      [...submissions.answers.keys()].filter((answer) => answer !== "200" && answer !== "503"),
      [],
    );
    const acknowledged = [...submissions.jobs.values()].flatMap((ids) => [...ids]);
    t.is(acknowledged.length, submissions.jobs.size, "one job a key");
    const jobs = () => site.query<{ id: string; status: string }>("SELECT id, status FROM generation_jobs");
    // This node sees a commit of the other one only after it has applied it.
    const isThere = (rows: { id: string }[]): boolean =>
      new Set(rows.map(({ id }) => id)).isSupersetOf(new Set(acknowledged));
    const isOver = async (): Promise<boolean> => {
      const rows = await jobs();
      return isThere(rows) && rows.every(({ status }) => status === "succeeded");
    };
    await waitUntil(isOver, { what: () => first.output.slice(-3000), timeoutMs: 120_000 });
    t.deepEqual((await jobs()).map(({ id }) => id).toSorted(), acknowledged.toSorted());
    t.deepEqual((await site.verifyLedger()).mismatches, []);
  },
);
