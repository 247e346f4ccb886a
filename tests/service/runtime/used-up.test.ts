import test from "ava";
import type { Database } from "../../../runtime/database/database.js";
import { transaction } from "../../../runtime/database/transaction.js";
import { usedUp } from "../../../engines/durable-queue/used-up.js";
import { insertTask } from "../../helpers/insert-task.js";
import { openTestDatabase } from "../../helpers/open-test-database.js";

let database: Database;
test.beforeEach(async () => {
  database = await openTestDatabase();
});
test.afterEach.always(() => database.close());

const TRACE = "Error: no answer\n    at ask (ask.js:1:1)";
const SENTENCE =
  "The attempts of the task are used up: its processes died, or marking it as dead met conflicts in the database.";

test.serial("a task whose runs failed is buried with the error of the last one", async (t) => {
  await insertTask(database, "a", { lastError: TRACE });
  const { message, stack } = await usedUp(database, { id: "a", deaths: 0 });
  t.deepEqual([message, stack], ["Error: no answer", TRACE]);
});

test.serial(
  "a task whose processes died is buried with a sentence, and with the first line of an earlier error",
  async (t) => {
    await insertTask(database, "a", { lastError: TRACE });
    await insertTask(database, "b");
    t.is(
      (await usedUp(database, { id: "a", deaths: 2 })).message,
      `${SENTENCE} An earlier run failed: Error: no answer`,
    );
    t.is((await usedUp(database, { id: "b", deaths: 2 })).message, SENTENCE);
  },
);

test.serial("a task whose row is gone, or cannot be read, has a reason too", async (t) => {
  t.is((await usedUp(database, { id: "gone", deaths: 0 })).message, SENTENCE);
  await transaction(database, (tx) => tx.run("DROP TABLE tasks"));
  t.is((await usedUp(database, { id: "gone", deaths: 0 })).message, SENTENCE);
});
