import test from "ava";
import { Task } from "../../../entities/task.js";
import type { Database } from "../../../runtime/database/database.js";
import { reader, transaction } from "../../../runtime/database/transaction.js";
import { drop, hasten, isQueued, isRunning } from "../../../engines/durable-queue/subject-tasks.js";
import { insertTask } from "../../helpers/insert-task.js";
import { openTestDatabase } from "../../helpers/open-test-database.js";

let database: Database;
test.beforeEach(async () => {
  database = await openTestDatabase();
});
test.afterEach.always(() => database.close());

const LATER = 9_000_000_000_000;
const STATES = ["ready", "running", "dead"] as const;

/** Makes a task in each state, due later, whose subjects are the states; and one of the same subject in another queue. */
async function insertAll(): Promise<void> {
  for (const state of STATES) {
    await insertTask(database, state, { state, runAt: LATER, rerunAt: state === "running" ? LATER : null });
    await insertTask(database, `${state} beside`, { queue: "other", subject: state, runAt: LATER });
  }
}
const all = async () =>
  (await reader(database).find(Task, {})).toSorted((one, other) => (one.id < other.id ? -1 : 1));

test.serial(
  "a drop removes what waits or is buried, and lets a running task end without another run",
  async (t) => {
    await insertAll();
    await transaction(database, async (tx) => {
      for (const state of STATES) await drop(tx, "work", state);
    });
    const left = (await all()).map(({ id, rerunAt }) => [id, rerunAt]);
    t.deepEqual(left, [
      ["dead beside", null],
      ["ready beside", null],
      ["running", null],
      ["running beside", null],
    ]);
  },
);

test.serial(
  "hastened work that waits is due now, running work comes once more, and buried work stays so",
  async (t) => {
    await insertAll();
    const before = await database.readNow();
    await transaction(database, async (tx) => {
      for (const state of STATES) await hasten(tx, "work", state);
    });
    const isNow = (at: number | null) => at !== null && at >= before && at < LATER;
    const found = (await all()).map(({ id, runAt, rerunAt }) => [id, isNow(runAt), isNow(rerunAt)]);
    t.deepEqual(found, [
      ["dead", false, false],
      ["dead beside", false, false],
      ["ready", true, false],
      ["ready beside", false, false],
      ["running", false, true],
      ["running beside", false, false],
    ]);
  },
);

test.serial("a subject is queued in any state, and runs only where a process has it", async (t) => {
  await insertAll();
  const queued = [...STATES, "none"].map((state) => isQueued(reader(database), "work", state));
  t.deepEqual(await Promise.all(queued), [true, true, true, false]);
  const running = await transaction(database, async (tx) => {
    const found: boolean[] = [];
    for (const state of STATES) found.push(await isRunning(tx, "work", state));
    return found;
  });
  t.deepEqual(running, [false, true, false]);
});
