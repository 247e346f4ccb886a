import test from "ava";
import { v7 } from "uuid";
import { ServiceBroker } from "moleculer";
import { pino } from "pino";
import { Task } from "../../../entities/task.js";
import type { Database } from "../../../runtime/database/database.js";
import { Signals } from "../../../runtime/cluster/signals.js";
import { claim } from "../../../engines/durable-queue/claim.js";
import { Hints } from "../../../engines/durable-queue/hints.js";
import { TaskQueue } from "../../../engines/durable-queue/index.js";
import { reader, transaction } from "../../../runtime/database/transaction.js";
import { openTestDatabase } from "../../helpers/open-test-database.js";
import { waitUntil } from "../../helpers/wait-until.js";

// One payer's backlog never delays another's by more than a turn (rules/generation 14).

let database: Database;
test.beforeEach(async () => {
  database = await openTestDatabase();
});
test.afterEach.always(() => database.close());

const taskOf = (payer: string, runAt: number, rest: Partial<Task> = {}): Task => {
  const id = v7();
  const none = { owner: null, lastError: null, traceparent: null, leaseUntil: null, rerunAt: null };
  const zero = { priority: 0, attempts: 0, deaths: 0, fence: 0 };
  return {
    id,
    queue: "work",
    subject: id,
    payer,
    state: "ready",
    runAt,
    createdAt: runAt,
    ...none,
    ...zero,
    ...rest,
  };
};
const insert = (tasks: Task[]) => transaction(database, (tx) => tx.insert(Task, tasks));
const many = (count: number, make: (at: number) => Task) =>
  Array.from({ length: count }, (_, at) => make(at));

/** Claims one task after the other, each of which ends before the next claim. Returns their payers. */
async function turns(count: number, perPayer = Infinity): Promise<string[]> {
  const hints = new Hints();
  const order: string[] = [];
  const free = new Map([["work", { slots: 1, perPayer, barred: new Set<string>() }]]);
  for (let turn = 0; turn < count; turn += 1) {
    const { won } = await claim(database, free, hints, { owner: "test", leaseMs: 60_000 });
    for (const { id, payer } of won) {
      order.push(payer);
      await transaction(database, (tx) => tx.run("DELETE FROM tasks WHERE id = ?", [id]));
    }
  }
  return order;
}

test.serial(
  "with one slot, who comes behind another payer's ten thousand has every other turn (rules/generation 14)",
  async (t) => {
    await insert(many(10_000, (at) => taskOf("hog", at)));
    await insert(many(3, (at) => taskOf("newcomer", 20_000 + at)));
    const order = await turns(8);
    t.deepEqual(order.slice(0, 7).filter((payer) => payer === "newcomer").length, 3, order.join(" "));
  },
);

test.serial(
  "payers with backlogs take turns, whichever of them is the oldest (rules/generation 14)",
  async (t) => {
    const payers = ["ann", "ben", "cleo", "dan"];
    for (const [place, payer] of payers.entries())
      await insert(many(5 * (place + 1), (at) => taskOf(payer, 1000 * place + at)));
    const order = await turns(20);
    for (let round = 0; round < 5; round += 1)
      t.deepEqual(order.slice(round * 4, round * 4 + 4).toSorted(), payers, order.join(" "));
  },
);

test.serial(
  "who has something running in another queue has a turn all the same (rules/generation 14)",
  async (t) => {
    const running = { queue: "films", state: "running" as const, leaseUntil: Date.now() + 3600_000 };
    await insert([taskOf("filmmaker", 1, running)]);
    await insert(many(100, (at) => taskOf("hog", at)));
    await insert([taskOf("filmmaker", 1000)]);
    t.true((await turns(2)).includes("filmmaker"));
  },
);

test.serial(
  "a queue that works on one thing at a time gives its payers turns (rules/generation 14)",
  async (t) => {
    const queue = new TaskQueue({
      database,
      signals: new Signals(new ServiceBroker({ logger: false })),
      log: pino({ level: "silent" }),
      leaseMs: 60_000,
      isAlone: false,
    });
    const order: string[] = [];
    queue.handle({
      queue: "work",
      concurrency: 1,
      maxAttempts: 1,
      run: async (task) => {
        order.push(task.payer);
        await transaction(database, (tx) => task.complete(tx));
      },
    });
    const add = (payer: string, count: number) =>
      transaction(database, async (tx) => {
        for (let at = 0; at < count; at += 1)
          await queue.enqueue(tx, { queue: "work", subject: `${payer}-${at}`, payer });
      });
    await add("hog", 60);
    await add("newcomer", 10);
    await queue.start();
    await waitUntil(async () => (await reader(database).count(Task, {})) === 0);
    await queue.drain(1000);
    t.true(order.lastIndexOf("newcomer") <= 21, order.join(" "));
  },
);
