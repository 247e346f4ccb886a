import { setTimeout } from "node:timers/promises";
import test from "ava";
import { ServiceError } from "../../../contracts/errors.js";
import { Setting } from "../../../entities/setting.js";
import { currentDeadline, Deadline, underDeadline } from "../../../runtime/concurrency/current-call.js";
import { transaction } from "../../../runtime/database/transaction.js";
import { BatchedWorks } from "../../helpers/batched-works.js";
import { openTestStore, type TestStore } from "../../helpers/open-test-store.js";

// A commit checks the deadline of its call once more (ADR-0017).

let store: TestStore;
test.before(async () => {
  store = await openTestStore();
});
test.after.always(() => store.close());

const valueOf = async (id: string) => (await store.read.findOne(Setting, { id }))?.value ?? null;
const late = { instanceOf: ServiceError, message: /outcome is unknown/ };

/** Waits until the deadline has passed inside the work, as a freeze in the middle of it would. */
async function outlive(deadline: Deadline): Promise<void> {
  while (deadline.remainingMs > 0) await setTimeout(5);
}

test("a transaction that outlives the deadline of its call is rolled back, also in its last step (rules/running 16)", async (t) => {
  const deadline = new Deadline(100);
  await t.throwsAsync(
    underDeadline(deadline, () =>
      transaction(store.database, async (tx) => {
        await tx.insert(Setting, { id: "body", value: "" });
        await outlive(deadline);
      }),
    ),
    late,
  );
  t.is(await valueOf("body"), null);
});

test("a call that is over begins no transaction (rules/running 16)", async (t) => {
  let runs = 0;
  const work = () => transaction(store.database, async () => void (runs += 1));
  await t.throwsAsync(underDeadline(new Deadline(0), work), late);
  t.is(runs, 0);
});

test("of works that share a transaction, the one whose call ends meanwhile changes nothing, and the others are done (rules/running 16)", async (t) => {
  const works = new BatchedWorks(store.database);
  const deadline = new Deadline(300);
  let tries = 0;
  const over = underDeadline(deadline, () =>
    works.run("late", async (tx) => {
      tries += 1;
      await tx.insert(Setting, { id: "shared-late", value: "" });
      await outlive(deadline);
    }),
  );
  const others = ["shared-1", "shared-2"].map((id) =>
    works.run("late", (tx) => tx.insert(Setting, { id, value: "" })),
  );
  await t.throwsAsync(over, late);
  await Promise.all(others);
  t.is(tries, 1);
  t.is(await valueOf("shared-late"), null);
  t.deepEqual(await Promise.all(["shared-1", "shared-2"].map(valueOf)), ["", ""]);
});

test("one whose call is over before its batch begins is refused alone, and the others are done once", async (t) => {
  const works = new BatchedWorks(store.database);
  const seen: string[] = [];
  const note = (name: string) => works.run("over", async () => void seen.push(name));
  const over = underDeadline(new Deadline(0), () => note("over"));
  await Promise.all([t.throwsAsync(over, late), note("1"), note("2")]);
  t.deepEqual(seen, ["1", "2"]);
});

test("what a call sets off after its commit, or leaves behind, has no deadline", async (t) => {
  const seen: unknown[] = [];
  const left = Promise.withResolvers<void>();
  await underDeadline(new Deadline(10_000), () =>
    transaction(store.database, async (tx) => {
      tx.afterCommit(() => seen.push(currentDeadline()));
      void left.promise.then(() => seen.push(currentDeadline()?.remainingMs));
    }),
  );
  left.resolve();
  await setTimeout(0);
  t.deepEqual(seen, [null, Infinity]);
});
