import { setTimeout } from "node:timers/promises";
import test from "ava";
import { ServiceError } from "../../../contracts/errors.js";
import { Setting } from "../../../entities/setting.js";
import { currentDeadline, Deadline, underDeadline } from "../../../runtime/deadline.js";
import { SharedTransactions } from "../../../runtime/shared-transactions.js";
import { transaction } from "../../../runtime/transaction.js";
import { openTestStore, type TestStore } from "../../helpers/open-test-store.js";

// ADR-0017: a commit asks for the deadline of its call once more.

let store: TestStore;
test.before(async () => {
  store = await openTestStore();
});
test.after.always(() => store.close());

const valueOf = async (id: string) => (await store.read.findOne(Setting, { id }))?.value ?? null;
const late = { instanceOf: ServiceError, message: /outcome is unknown/ };

/** As a freeze in the middle of it: the deadline passes inside the work. */
async function outlive(deadline: Deadline): Promise<void> {
  while (deadline.remainingMs > 0) await setTimeout(5);
}

test("a transaction that outlives the deadline of its call is rolled back, also in its last step", async (t) => {
  const deadline = new Deadline(100);
  await t.throwsAsync(
    underDeadline(deadline, () =>
      transaction(store.database, async (tx) => {
        await tx.insert(Setting, { id: "body", value: "" });
        tx.atEnd("head", [1], () => outlive(deadline));
      }),
    ),
    late,
  );
  t.is(await valueOf("body"), null);
});

test("a call that is over begins no transaction", async (t) => {
  let runs = 0;
  const work = () => transaction(store.database, async () => void (runs += 1));
  await t.throwsAsync(underDeadline(new Deadline(0), work), late);
  t.is(runs, 0);
});

test("of works that share a transaction, the one whose call is over changes nothing, and the others are done", async (t) => {
  const shared = new SharedTransactions(store.database);
  const of = { line: "late", subject: null, bytes: 100 };
  const holding = Promise.withResolvers<void>();
  // The first goes alone; the others come together behind it.
  const first = shared.run(of, () => holding.promise);
  const deadline = new Deadline(300);
  const insert = (id: string, meanwhile: () => Promise<void> = async () => {}) =>
    shared.run(of, async (tx) => {
      await tx.insert(Setting, { id, value: "" });
      await meanwhile();
    });
  const over = underDeadline(deadline, () => insert("shared-late", () => outlive(deadline)));
  const others = [insert("shared-1"), insert("shared-2")];
  holding.resolve();
  await t.throwsAsync(over, late);
  await Promise.all([first, ...others]);
  t.is(await valueOf("shared-late"), null);
  t.deepEqual(await Promise.all(["shared-1", "shared-2"].map(valueOf)), ["", ""]);
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
