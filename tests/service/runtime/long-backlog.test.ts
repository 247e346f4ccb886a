import test, { type ExecutionContext } from "ava";
import { Task } from "../../../entities/task.js";
import type { Database } from "../../../runtime/database/database.js";
import { pickCandidates } from "../../../engines/durable-queue/candidates.js";
import { Hints } from "../../../engines/durable-queue/hints.js";
import { GroupShares } from "../../../engines/durable-queue/payer-groups.js";
import { transaction } from "../../../runtime/database/transaction.js";
import { IS_LONG } from "../../helpers/is-long.js";
import { openTestDatabase } from "../../helpers/open-test-database.js";
import { type ReadCost, readCostOf } from "../../helpers/read-cost.js";
import type { FreeSlots } from "../../../engines/durable-queue/free-slots.js";

// The cost of a claim does not grow with the waiting tasks (ADR-0015).

let database: Database;
test.beforeEach(async () => {
  database = await openTestDatabase();
});
test.afterEach.always(() => database.close());

let made = 0;
/** Makes a task. Tasks that are due were due in the order in which they are made. */
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

/** Numbers of waiting tasks. */
const SIZES = [10, 1000, IS_LONG ? 100_000 : 20_000];
const PAYERS = 40;
/** Number of claims, each for a slot that has become free, in the time of one step of the walk. */
const CLAIMS = 20;

/** Returns the average cost of a claim: one slot after the other becomes free, and each claimed task ends. */
async function costOfClaims(): Promise<ReadCost> {
  let now = 0;
  const hints = new Hints(() => now);
  return readCostOf(database, async (tx) => {
    for (let claim = 0; claim < CLAIMS; claim += 1) {
      const { rows, lookedAt } = await pickCandidates(tx, slots(1), hints);
      for (const { id, queue, payer } of rows) {
        await tx.delete(Task, { id });
        hints.turns.note(queue, payer, lookedAt);
      }
      now += 10;
    }
  });
}

test.serial(
  `a claim costs as much with ${SIZES.at(-1)} tasks waiting as with 1,000 or 10 (rules/generation 14)`,
  async (t) => {
    const costs: ReadCost[] = [];
    let waiting = 0;
    for (const size of SIZES) {
      // At the end there are as many tasks as the size says.
      const added = size + CLAIMS - waiting;
      for (let at = 0; at < added; at += 10_000)
        await insert(many(Math.min(10_000, added - at), (each) => taskOf(`payer-${each % PAYERS}`)));
      waiting = size;
      if (database.dialect !== "sqlite") await database.dataSource.query("ANALYZE TABLE tasks");
      costs.push(await costOfClaims());
    }
    assertEqual(t, costs);
  },
);

/** Costs of the same work behind more and more that waits: none is more than half as much again as one behind less. */
function assertEqual(t: ExecutionContext, costs: readonly ReadCost[]): void {
  const of = costs.map(({ statements, rows }) => `${statements} statements, ${rows} rows`).join("; ");
  t.log(of);
  for (const [few, ...more] of costs.map((_, at) => costs.slice(at)))
    for (const many of more) {
      t.true(many.statements <= 1.5 * (few?.statements ?? 0), of);
      t.true((many.rows ?? 0) <= 1.5 * (few?.rows ?? 0), of);
      for (const plan of many.plans) t.notRegex(plan, /SCAN (task|tasks)\b|TEMP B-TREE/, plan);
    }
}

test.serial(
  "and for a payer whose tasks all wait behind as many of another one (rules/generation 14)",
  async (t) => {
    const costs: ReadCost[] = [];
    let waiting = 0;
    // A look reads up to 17 of a payer.
    for (const size of SIZES.map((each) => Math.max(each, 20))) {
      for (const [payer, since] of [
        ["first", 0],
        ["second", 1_000_000],
      ] as const)
        for (let at = waiting; at < size; at += 10_000)
          await insert(
            many(Math.min(10_000, size - at), (each) => taskOf(payer, { runAt: since + at + each + 1 })),
          );
      waiting = size;
      const free = slots(1, { barred: new Set(["first"]) });
      const hints = new Hints();
      hints.note("work", "second");
      costs.push(
        await readCostOf(database, async (tx) => {
          const { rows } = await pickCandidates(tx, free, hints);
          t.deepEqual(payersOf({ rows }), ["second"]);
        }),
      );
    }
    assertEqual(t, costs);
    for (const plan of costs.flatMap(({ plans }) => plans))
      if (plan.includes("payer = ?")) t.regex(plan, /IX_tasks_payer \(state=\? AND queue=\? AND payer=\?/);
  },
);

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

test.serial("the walk goes past all payers of a group that may have no more", async (t) => {
  await insert(many(500, (at) => taskOf(`hog/${String(at).padStart(3, "0")}`)));
  await insert([taskOf("newcomer/1")]);
  const hints = new Hints();
  const groups = new GroupShares(16, new Map([["hog", 4]]));
  // The embedded database tells of 32 payers in one step.
  const found = [await pick(slots(4, { groups }), hints), await pick(slots(4, { groups }), hints)];
  t.true(found.flatMap(payersOf).includes("newcomer/1"));
  t.deepEqual([...hints.payers("work")], ["newcomer/1"]);
});

test.serial("many payers of one group of whom something is heard make no other one forgotten", async (t) => {
  await insert(many(500, (at) => taskOf(`a-hog/${String(at).padStart(3, "0")}`)));
  await insert([taskOf("newcomer/1")]);
  const hints = new Hints();
  hints.walkTo("work", "");
  hints.note("work", "newcomer/1");
  for (let at = 0; at < 500; at += 1) hints.note("work", `a-hog/${String(at).padStart(3, "0")}`);
  const groups = new GroupShares(64, new Map());
  t.true(payersOf(await pick(slots(4, { groups }), hints)).includes("newcomer/1"));
});

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
