import test from "ava";
import { Task } from "../../../entities/task.js";
import type { Database } from "../../../runtime/database/database.js";
import { pickCandidates } from "../../../engines/durable-queue/candidates.js";
import type { FreeSlots } from "../../../engines/durable-queue/claim.js";
import { Hints } from "../../../engines/durable-queue/hints.js";
import { transaction, type Tx } from "../../../runtime/database/transaction.js";
import { openTestDatabase } from "../../helpers/open-test-database.js";

// ADR-0015: what a claim costs does not grow with what waits.

let database: Database;
test.beforeEach(async () => {
  database = await openTestDatabase();
});
test.afterEach.always(() => database.close());

let made = 0;
/** Due ones were due in the order in which they are made. */
const taskOf = (payer: string, rest: Partial<Task> = {}): Task => {
  made += 1;
  const id = `task-${String(made).padStart(8, "0")}`;
  const times = { runAt: made, createdAt: made, leaseUntil: null, rerunAt: null };
  const whole = {
    queue: "work",
    subject: id,
    priority: 0,
    state: "ready" as const,
    attempts: 0,
    deaths: 0,
    fence: 0,
  };
  return { id, payer, ...whole, owner: null, lastError: null, traceparent: null, ...times, ...rest };
};
const insert = (tasks: Task[]) => transaction(database, (tx) => tx.insert(Task, tasks));
const many = (count: number, make: (at: number) => Task) =>
  Array.from({ length: count }, (_, at) => make(at));
const later = () => ({ runAt: Date.now() + 3600_000 });
const running = () => ({ state: "running" as const, leaseUntil: Date.now() + 3600_000 });

const slots = (count: number, rest: Partial<FreeSlots> = {}) =>
  new Map([["work", { slots: count, perPayer: Infinity, barred: new Set<string>(), ...rest }]]);
const pick = (free = slots(4), hints = new Hints()) =>
  transaction(database, (tx) => pickCandidates(tx, free, hints));
const payersOf = ({ rows }: { rows: readonly { payer: string }[] }) => rows.map(({ payer }) => payer);

/** Rows that a server has looked at since the last call. */
async function rowsRead(tx: Tx): Promise<number> {
  const counters = await tx.query<{ Value: string }>("SHOW SESSION STATUS LIKE 'Handler_read%'");
  const sum = counters.reduce((total, { Value }) => total + Number(Value), 0);
  await tx.query("FLUSH LOCAL STATUS");
  return sum;
}

test.serial(
  "a claim reads as many rows of a long backlog as of one twenty times longer (rules/generation 14)",
  async (t) => {
    const read = async () =>
      transaction(database, async (tx) => {
        if (database.dialect === "sqlite") return plansOf(tx);
        await rowsRead(tx);
        await pickCandidates(tx, slots(4), new Hints());
        return rowsRead(tx);
      });
    const add = (count: number) => insert(many(count, (at) => taskOf(`payer-${at % 40}`)));
    await add(1000);
    const short = await read();
    await add(19_000);
    if (database.dialect !== "sqlite") await database.dataSource.query("ANALYZE TABLE tasks");
    const long = await read();
    if (typeof short === "number" && typeof long === "number")
      return t.true(long <= 1.5 * short, `${short} rows of 1,000, ${long} of 20,000`);
    for (const plan of long as string[]) t.notRegex(plan, /SCAN (task|tasks)\b|TEMP B-TREE/, plan);
    t.true((long as string[]).length >= 2);
  },
);

/** How SQLite goes about each statement of a claim: it has no counters of rows. */
async function plansOf(tx: Tx): Promise<string[]> {
  const asked: [string, readonly unknown[]][] = [];
  const { query } = tx;
  tx.query = (sql, parameters) => {
    asked.push([sql, parameters ?? []]);
    return query.call(tx, sql, parameters) as never;
  };
  await pickCandidates(tx, slots(4), new Hints());
  tx.query = query;
  const plans: string[] = [];
  for (const [sql, parameters] of asked) {
    const steps = await tx.query<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, parameters);
    plans.push(`${sql}\n${steps.map(({ detail }) => detail).join("\n")}`);
  }
  return plans;
}

test.serial(
  "one who comes behind ten thousand of another payer has a slot in the first look (rules/generation 14)",
  async (t) => {
    await insert(many(10_000, () => taskOf("hog")));
    await insert([taskOf("newcomer")]);
    t.deepEqual(payersOf(await pick()).toSorted(), ["hog", "hog", "hog", "newcomer"]);
  },
);

test.serial("payers whose tasks are due later only take no slots (rules/generation 14)", async (t) => {
  await insert(many(40, (at) => taskOf(`later-${at}`, later())));
  await insert(many(100, () => taskOf("hog")));
  await insert(many(3, () => taskOf("hog", running())));
  t.deepEqual(payersOf(await pick(slots(2))), ["hog", "hog"]);
});

test.serial(
  "behind a backlog of payers who may have no more, one of whom something was heard is found at once",
  async (t) => {
    const hogs = many(200, (at) => taskOf(`hog-${String(at).padStart(3, "0")}`));
    await insert(hogs);
    await insert(hogs.map(({ payer }) => taskOf(payer, running())));
    await insert([taskOf("newcomer")]);
    const free = slots(4, { perPayer: 1 });
    const hints = new Hints();
    hints.note("work", "newcomer");
    t.deepEqual(payersOf(await pick(free, hints)), ["newcomer"]);
  },
);

test.serial(
  "and one of whom nothing was heard is found by the walk, which says that it is not over",
  async (t) => {
    const hogs = many(200, (at) => taskOf(`hog-${String(at).padStart(3, "0")}`));
    await insert(hogs);
    await insert(hogs.map(({ payer }) => taskOf(payer, running())));
    await insert([taskOf("newcomer")]);
    const hints = new Hints();
    let looks = 1;
    let found = await pick(slots(4, { perPayer: 1 }), hints);
    for (; found.rows.length === 0 && found.isOpen; looks += 1)
      found = await pick(slots(4, { perPayer: 1 }), hints);
    t.deepEqual(payersOf(found), ["newcomer"]);
    t.true(looks <= 30, `${looks} looks at 201 payers`);
  },
);

test.serial("who is barred has none, and the slots go to the others", async (t) => {
  await insert(many(100, (at) => taskOf(at % 2 === 0 ? "slow" : "quick")));
  const found = await pick(slots(3, { barred: new Set(["slow"]) }));
  t.deepEqual(payersOf(found), ["quick", "quick", "quick"]);
  t.deepEqual(found.short, ["work"]);
});

test.serial("among the oldest of a payer those of a higher priority go first", async (t) => {
  await insert([taskOf("ann", { priority: -1 }), taskOf("ann", { priority: -1 }), taskOf("ann")]);
  await insert(many(50, () => taskOf("ann", { priority: -1 })));
  const [first] = (await pick(slots(1))).rows;
  t.is((first as Task | undefined)?.priority, 0);
});
