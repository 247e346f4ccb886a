import test from "ava";
import fc from "fast-check";
import { ServiceError } from "../../../contracts/errors.js";
import { Setting } from "../../../entities/setting.js";
import { SharedTransactions } from "../../../runtime/shared-transactions.js";
import { isUniqueViolation, type Tx } from "../../../runtime/transaction.js";
import { openBehindProxy } from "../../helpers/open-behind-proxy.js";
import { openTestStore, type TestStore } from "../../helpers/open-test-store.js";
import { until } from "../../helpers/until.js";

let store: TestStore;
test.before(async () => {
  store = await openTestStore();
});
test.after.always(() => store.close());

const of = (line: string, subject: string | null = null, bytes = 100) => ({ line, subject, bytes });
const valueOf = async (id: string) => (await store.read.findOne(Setting, { id }))?.value ?? null;

/** Keeps the line busy until `open` is called, so that what is asked for meanwhile goes together. */
async function hold(shared: SharedTransactions, line: string) {
  const held = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const done = shared.run(of(line), () => {
    begun.resolve();
    return held.promise;
  });
  await begun.promise;
  return { open: held.resolve, done };
}

/** Inserts a row, and gives the connection's transaction that it was part of. */
const insert = (id: string) => async (tx: Tx) => {
  await tx.insert(Setting, { id, value: "" });
  return tx.once("this transaction", async () => ({}));
};

test("works that wait together share a transaction, and each gets its own result", async (t) => {
  const shared = new SharedTransactions(store.database);
  const { open, done } = await hold(shared, "one");
  const works = ["together-1", "together-2", "together-3"].map((id) => shared.run(of("one"), insert(id)));
  const elsewhere = shared.run(of("other"), insert("elsewhere"));
  open();
  await done;
  const [first, ...rest] = await Promise.all(works);
  for (const each of rest) t.is(each, first);
  t.not(await elsewhere, first);
  t.deepEqual(await Promise.all(["together-1", "together-3"].map(valueOf)), ["", ""]);
});

test("works of one subject, and large ones, have transactions of their own, the former in their order", async (t) => {
  const shared = new SharedTransactions(store.database);
  const { open, done } = await hold(shared, "subjects");
  const order: string[] = [];
  const work = (name: string) => async (tx: Tx) => {
    order.push(name);
    return tx.once("this transaction", async () => ({}));
  };
  const [a1, b, a2, a3] = ["a", "b", "a", "a"].map((subject, at) =>
    shared.run(of("subjects", subject), work(`${subject}${at}`)),
  );
  const large = shared.run(of("subjects", "large", 1_000_000), work("large"));
  if (store.database.dialect !== "sqlite") t.truthy(await large, "it does not wait for the line");
  open();
  await done;
  t.is(await a1, await b);
  t.is(new Set(await Promise.all([a1, a2, a3, large])).size, 4);
  t.deepEqual(
    order.filter((name) => name.startsWith("a")),
    ["a0", "a2", "a3"],
  );
});

test("one that fails before it has changed anything leaves the others where they are", async (t) => {
  const shared = new SharedTransactions(store.database);
  const { open, done } = await hold(shared, "refused");
  let tries = 0;
  const good = shared.run(of("refused"), insert("refused-good"));
  const bad = shared.run(of("refused"), async (tx) => {
    tries += 1;
    await tx.run("UPDATE settings SET value = 'x' WHERE id = 'nobody'");
    throw new ServiceError("conflict", "meant to fail");
  });
  const failed = t.throwsAsync(bad, { message: "meant to fail" });
  open();
  await Promise.all([done, good, failed]);
  t.is(tries, 1);
  t.is(await valueOf("refused-good"), "");
});

test("one that fails after it has changed something leaves nothing, and the others are done without it", async (t) => {
  const shared = new SharedTransactions(store.database);
  for (const [name, fail] of [
    ["refusal", () => new ServiceError("conflict", "meant to fail")],
    ["bug", () => new TypeError("meant to fail")],
  ] as const) {
    const { open, done } = await hold(shared, "spoiled");
    const followed: string[] = [];
    const good = shared.run(of("spoiled"), async (tx) => {
      tx.afterCommit(() => followed.push("good"));
      return insert(`${name}-good`)(tx);
    });
    const bad = shared.run(of("spoiled"), async (tx) => {
      tx.afterCommit(() => followed.push("bad"));
      await tx.insertLater(Setting, { id: `${name}-bad`, value: "" });
      throw fail();
    });
    const failed = t.throwsAsync(bad, { message: "meant to fail" });
    open();
    await Promise.all([done, good, failed]);
    t.deepEqual([await valueOf(`${name}-good`), await valueOf(`${name}-bad`)], ["", null]);
    t.deepEqual(followed, ["good"]);
  }
});

test("a doubled key is the failure of who gave it, also when the statement goes with the commit", async (t) => {
  const shared = new SharedTransactions(store.database);
  await store.transact((tx) => tx.insert(Setting, { id: "doubled", value: "first" }));
  const { open, done } = await hold(shared, "doubled");
  const good = shared.run(of("doubled"), insert("doubled-good"));
  const bad = shared.run(of("doubled"), (tx) => tx.insertLater(Setting, { id: "doubled", value: "second" }));
  const failed = t.throwsAsync(bad);
  open();
  await Promise.all([done, good]);
  t.true(isUniqueViolation(await failed));
  t.deepEqual([await valueOf("doubled"), await valueOf("doubled-good")], ["first", ""]);
});

test("what is left for the end is written once, for all works", async (t) => {
  const shared = new SharedTransactions(store.database);
  const { open, done } = await hold(shared, "end");
  const written: string[][] = [];
  const works = ["1", "2", "3"].map((item) =>
    shared.run(of("end"), async (tx) => {
      tx.atEnd("b", [`b${item}`], async (_end, items) => void written.push(items));
      tx.atEnd("a", [`a${item}`], async (end, items) => {
        written.push(items);
        await end.insertLater(Setting, { id: "end", value: items.join() });
      });
    }),
  );
  open();
  await Promise.all([done, ...works]);
  t.deepEqual(written, [
    ["a1", "a2", "a3"],
    ["b1", "b2", "b3"],
  ]);
  t.is(await valueOf("end"), "a1,a2,a3");
});

test("rows left for the end go in by one statement, before what else is left for it", async (t) => {
  const shared = new SharedTransactions(store.database);
  const { open, done } = await hold(shared, "rows");
  let seen = "";
  const works = ["rows-1", "rows-2"].map((id) =>
    shared.run(of("rows"), async (tx) => {
      tx.insertCollected(Setting, { id, value: "" });
      t.is(await tx.findOne(Setting, { id }), null);
      tx.atEnd("look", [id], async (end) => {
        const found = await end.query<{ id: string }>("SELECT id FROM settings WHERE id LIKE 'rows-%'");
        seen = found.map((row) => row.id).join();
      });
    }),
  );
  open();
  await Promise.all([done, ...works]);
  t.is(seen, "rows-1,rows-2");
});

test("what a refused work left for the commit does not follow it", async (t) => {
  const shared = new SharedTransactions(store.database);
  const { open, done } = await hold(shared, "followed");
  const followed: string[] = [];
  const good = shared.run(of("followed"), async (tx) => {
    tx.afterCommit(() => followed.push("good"));
    return insert("followed-good")(tx);
  });
  const bad = shared.run(of("followed"), async (tx) => {
    tx.afterCommit(() => followed.push("bad"));
    throw new ServiceError("conflict", "meant to fail");
  });
  const failed = t.throwsAsync(bad, { message: "meant to fail" });
  open();
  await Promise.all([done, good, failed]);
  t.deepEqual(followed, ["good"]);
});

test("one that fails at the end, before the commit, fails alone", async (t) => {
  const shared = new SharedTransactions(store.database);
  const { open, done } = await hold(shared, "ends");
  const good = shared.run(of("ends"), insert("ends-good"));
  const bad = shared.run(of("ends"), async (tx) => {
    tx.atEnd("bug", [1], async () => {
      throw new TypeError("meant to fail");
    });
  });
  const failed = t.throwsAsync(bad, { message: "meant to fail" });
  open();
  await Promise.all([done, good, failed]);
  t.is(await valueOf("ends-good"), "");
});

test("a work that takes long does not hold up its line", async (t) => {
  if (store.database.dialect === "sqlite") return t.pass("the embedded file has one writer at a time");
  const shared = new SharedTransactions(store.database);
  const { open, done } = await hold(shared, "long");
  await Promise.all(["long-1", "long-2"].map((id) => shared.run(of("long"), insert(id))));
  await shared.run(of("long"), insert("long-3"));
  open();
  await done;
  t.deepEqual(await Promise.all(["long-1", "long-2", "long-3"].map(valueOf)), ["", "", ""]);
});

test("on a server, when the connection is lost at the commit nobody's work is done again", async (t) => {
  const { DATABASE_URL: url } = store.env;
  if (url === undefined) return t.pass("the embedded database has no connection");
  const { database, proxy, close } = await openBehindProxy(url);
  try {
    const shared = new SharedTransactions(database);
    const { open, done } = await hold(shared, "lost");
    let tries = 0;
    const works = [1, 2].map((number) =>
      shared.run(of("lost"), async (tx) => {
        tries += 1;
        await Promise.all([done, tx.findOne(Setting, { id: "any" })]);
        tx.atEnd("cut", [number], async () => proxy.cut());
        await tx.insertLater(Setting, { id: `lost-${number}`, value: "" });
      }),
    );
    const failed = works.map((work) => t.throwsAsync(work));
    open();
    await done;
    await Promise.all(failed);
    t.is(tries, 2);
    t.deepEqual(await Promise.all(["lost-1", "lost-2"].map(valueOf)), [null, null]);
  } finally {
    await close();
  }
});

test("nor when what stands between says that its connection to the server is lost", async (t) => {
  if (store.database.dialect === "sqlite") return t.pass("nothing stands there");
  for (const [state, errno] of [
    ["HY000", 2013],
    ["08S01", 1158],
  ] as const) {
    const shared = new SharedTransactions(store.database);
    const { open, done } = await hold(shared, "between");
    let tries = 0;
    const works = [1, 2].map((number) =>
      shared.run(of("between"), async (tx) => {
        tries += 1;
        await tx.findOne(Setting, { id: "any" });
        const lose = `SIGNAL SQLSTATE '${state}' SET MYSQL_ERRNO = ${errno}`;
        tx.atEnd("lose", [number], (end) => end.runLater(lose));
      }),
    );
    const failed = works.map((work) => t.throwsAsync(work));
    open();
    await done;
    await Promise.all(failed);
    t.is(tries, 2, `${errno}`);
  }
});

test("a line goes on after whatever failed, and works end as they would one by one (property)", async (t) => {
  const shared = new SharedTransactions(store.database);
  const work = fc.record({
    id: fc.integer({ min: 0, max: 5 }),
    subject: fc.option(fc.constantFrom("a", "b")),
    before: fc.boolean(),
    fails: fc.constantFrom("no", "first", "last"),
  });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(work, { minLength: 1, maxLength: 40 }), async (works) => {
      run += 1;
      const rowOf = (id: number) => `random-${run}-${id}`;
      const outcomes = await Promise.allSettled(
        works.map(({ id, subject, before, fails }, at) =>
          shared.run(of("random", subject), async (tx) => {
            if (fails === "first") throw new ServiceError("conflict", "first");
            if (before) await tx.findOne(Setting, { id: rowOf(id) });
            await tx.insertLater(Setting, { id: rowOf(id), value: String(at) });
            if (fails === "last") throw new ServiceError("conflict", "last");
            return at;
          }),
        ),
      );
      const ids = [...new Set(works.map(({ id }) => id))];
      for (const id of ids) {
        const winners = outcomes.flatMap((outcome, at) =>
          works[at]?.id === id && outcome.status === "fulfilled" ? [outcome.value] : [],
        );
        const could = works.some((each) => each.id === id && each.fails === "no");
        t.is(winners.length, could ? 1 : 0);
        t.is(await valueOf(rowOf(id)), could ? String(winners[0]) : null);
      }
      outcomes.forEach((outcome, at) => {
        if (outcome.status === "fulfilled") return t.is(works[at]?.fails, "no");
        const { fails } = works[at] ?? {};
        if (fails === "no") return t.true(isUniqueViolation(outcome.reason));
        if (fails === "first") return t.is((outcome.reason as Error).message, "first");
      });
    }),
    { numRuns: Math.min(Number(process.env.KILN_RUNS ?? 100), 1000) },
  );
  await until(async () => (await shared.run(of("random"), async () => "free")) === "free");
});
