import test from "ava";
import fc from "fast-check";
import { ServiceError } from "../../../contracts/errors.js";
import { Setting } from "../../../entities/setting.js";
import { isUniqueViolation, type Tx } from "../../../runtime/database/transaction.js";
import { BatchedWorks } from "../../helpers/batched-works.js";
import { openBehindProxy } from "../../helpers/open-behind-proxy.js";
import { openTestStore, type TestStore } from "../../helpers/open-test-store.js";
import { until } from "../../helpers/until.js";

// The engine decides when requests share a batch (tests/unit/batch-writer). These tests are about what a transaction does with a
// batch (ADR-0013).

let store: TestStore;
test.before(async () => {
  store = await openTestStore();
});
test.after.always(() => store.close());

const valueOf = async (id: string) => (await store.read.findOne(Setting, { id }))?.value ?? null;

/** Inserts a row, and returns the transaction of which it was a part. */
const insert = (id: string) => async (tx: Tx) => {
  await tx.insert(Setting, { id, value: "" });
  return tx;
};

test("works that come together share a transaction, and each gets its own result after the commit", async (t) => {
  const works = new BatchedWorks(store.database);
  const followed: string[] = [];
  const ids = ["together-1", "together-2", "together-3"];
  const done = await Promise.all([
    ...ids.map((id) =>
      works.run("one", async (tx) => {
        tx.afterCommit(() => followed.push(id));
        return { id, tx: await insert(id)(tx) };
      }),
    ),
    works.run("other", async (tx) => ({ id: "elsewhere", tx: await insert("elsewhere")(tx) })),
  ]);
  t.deepEqual(
    done.map(({ id }) => id),
    [...ids, "elsewhere"],
  );
  t.is(new Set(done.slice(0, 3).map(({ tx }) => tx)).size, 1);
  t.not(done[3]?.tx, done[0]?.tx);
  t.deepEqual(followed, ids);
  t.deepEqual(await Promise.all(ids.map(valueOf)), ["", "", ""]);
});

test("one that is refused leaves the others where they are, and is not tried again", async (t) => {
  const works = new BatchedWorks(store.database);
  let tries = 0;
  const good = works.run("refused", insert("refused-good"));
  const bad = works.run("refused", async (tx) => {
    tries += 1;
    await tx.run("UPDATE settings SET value = 'x' WHERE id = 'nobody'");
    throw new ServiceError("conflict", "meant to fail");
  });
  await Promise.all([good, t.throwsAsync(bad, { message: "meant to fail" })]);
  t.is(tries, 1);
  t.is(await valueOf("refused-good"), "");
});

test("a batch that fails leaves nothing, and each is done again in its own transaction", async (t) => {
  const works = new BatchedWorks(store.database);
  const followed: string[] = [];
  const seen: Tx[] = [];
  const good = works.run("fails", async (tx) => {
    seen.push(tx);
    tx.afterCommit(() => followed.push("good"));
    await insert("fails-good")(tx);
  });
  const bad = works.run("fails", async (tx) => {
    tx.afterCommit(() => followed.push("bad"));
    await tx.insert(Setting, { id: "fails-bad", value: "" });
    throw new TypeError("meant to fail");
  });
  await Promise.all([good, t.throwsAsync(bad, { message: "meant to fail" })]);
  t.deepEqual([await valueOf("fails-good"), await valueOf("fails-bad")], ["", null]);
  t.deepEqual(followed, ["good"]);
  t.is(new Set(seen).size, 2);
});

test("a doubled key is the failure of who gave it, also when the statement goes with the commit", async (t) => {
  const works = new BatchedWorks(store.database);
  await store.transact((tx) => tx.insert(Setting, { id: "doubled", value: "first" }));
  const good = works.run("doubled", insert("doubled-good"));
  const bad = works.run("doubled", async (tx) =>
    tx.withCommit(tx.insertOf(Setting, [{ id: "doubled", value: "second" }])),
  );
  const [failed] = await Promise.all([t.throwsAsync(bad), good]);
  t.true(isUniqueViolation(failed));
  t.deepEqual([await valueOf("doubled"), await valueOf("doubled-good")], ["first", ""]);
});

test("works of one subject have transactions of their own, in their order", async (t) => {
  const works = new BatchedWorks(store.database);
  const order: string[] = [];
  const txs = await Promise.all(
    ["a", "b", "a", "a"].map((subject, at) =>
      works.run(
        "subjects",
        async (tx) => {
          order.push(`${subject}${at}`);
          return tx;
        },
        subject,
      ),
    ),
  );
  t.deepEqual(order, ["a0", "b1", "a2", "a3"]);
  t.is(new Set(txs).size, 3);
});

test("a work that takes long does not hold up those of its key for longer than the patience", async (t) => {
  if (store.database.dialect === "sqlite") return t.pass("the embedded file has one writer at a time");
  const works = new BatchedWorks(store.database, { patienceMs: 1 });
  const held = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const done = works.run("long", () => {
    begun.resolve();
    return held.promise;
  });
  await begun.promise;
  await Promise.all(["long-1", "long-2"].map((id) => works.run("long", insert(id))));
  held.resolve();
  await done;
  t.deepEqual(await Promise.all(["long-1", "long-2"].map(valueOf)), ["", ""]);
});

test("on a server, when the connection is lost at the commit nobody's work is done again", async (t) => {
  const { DATABASE_URL: url } = store.env;
  if (url === undefined) return t.pass("the embedded database has no connection");
  const { database, proxy, close } = await openBehindProxy(url);
  try {
    const works = new BatchedWorks(database);
    let tries = 0;
    const lost = [1, 2].map((number) =>
      works.run("lost", async (tx) => {
        tries += 1;
        await tx.findOne(Setting, { id: "any" });
        tx.withCommit(tx.insertOf(Setting, [{ id: `lost-${number}`, value: "" }]));
        if (tries === 2) await proxy.cut();
      }),
    );
    await Promise.all(lost.map((work) => t.throwsAsync(work)));
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
    const works = new BatchedWorks(store.database);
    let tries = 0;
    const lost = [1, 2].map(() =>
      works.run("between", async (tx) => {
        tries += 1;
        await tx.findOne(Setting, { id: "any" });
        const sql = `SIGNAL SQLSTATE '${state}' SET MYSQL_ERRNO = ${errno}`;
        tx.withCommit([{ sql, parameters: [] }]);
      }),
    );
    await Promise.all(lost.map((work) => t.throwsAsync(work)));
    t.is(tries, 2, `${errno}`);
  }
});

test("without a connection everybody who waits is told, and it goes on when there is one", async (t) => {
  const { DATABASE_URL: url } = store.env;
  if (url === undefined) return t.pass("the embedded database has no connection");
  const { database, proxy, close } = await openBehindProxy(url);
  try {
    const works = new BatchedWorks(database);
    await proxy.cut();
    const all = [1, 2, 3].map((number) => works.run("none", insert(`none-${number}`)));
    await Promise.all(all.map((work) => t.throwsAsync(work)));
    await proxy.open();
    await until(() => works.run("none", async () => true).catch(() => false));
    t.is(await valueOf("none-1"), null);
  } finally {
    await close();
  }
});

test("whatever fails, works end as they would one by one (property)", async (t) => {
  const works = new BatchedWorks(store.database);
  const work = fc.record({
    id: fc.integer({ min: 0, max: 5 }),
    subject: fc.option(fc.constantFrom("a", "b")),
    before: fc.boolean(),
    fails: fc.constantFrom("no", "first", "last"),
  });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(work, { minLength: 1, maxLength: 40 }), async (all) => {
      run += 1;
      const rowOf = (id: number) => `random-${run}-${id}`;
      const outcomes = await Promise.allSettled(
        all.map(({ id, subject, before, fails }, at) =>
          works.run(
            "random",
            async (tx) => {
              if (fails === "first") throw new ServiceError("conflict", "first");
              if (before) await tx.findOne(Setting, { id: rowOf(id) });
              const row = { id: rowOf(id), value: String(at) };
              if (before) await tx.insert(Setting, row);
              else tx.withCommit(tx.insertOf(Setting, [row]));
              if (fails === "last") throw new TypeError("last");
              return at;
            },
            subject,
          ),
        ),
      );
      for (const id of new Set(all.map((each) => each.id))) {
        const winners = outcomes.flatMap((outcome, at) =>
          all[at]?.id === id && outcome.status === "fulfilled" ? [outcome.value] : [],
        );
        const could = all.some((each) => each.id === id && each.fails === "no");
        t.is(winners.length, could ? 1 : 0);
        t.is(await valueOf(rowOf(id)), could ? String(winners[0]) : null);
      }
      outcomes.forEach((outcome, at) => {
        const { fails } = all[at] ?? {};
        if (outcome.status === "fulfilled") return t.is(fails, "no");
        if (fails === "no") return t.true(isUniqueViolation(outcome.reason));
        if (fails === "first") return t.is((outcome.reason as Error).message, "first");
      });
    }),
    { numRuns: Math.min(Number(process.env.KILN_RUNS ?? 100), 1000) },
  );
});

test("works that come one by one while others are committed all end, each once (many writers)", async (t) => {
  const works = new BatchedWorks(store.database);
  let committed = 0;
  const writers = Array.from({ length: 12 }, async (_, writer) => {
    for (let turn = 0; turn < 20; turn++)
      await works.run("many", async (tx) => {
        const id = `many-${writer}-${turn}`;
        tx.afterCommit(() => (committed += 1));
        if (turn % 3 === 0) await tx.findOne(Setting, { id });
        tx.withCommit(tx.insertOf(Setting, [{ id, value: "" }]));
      });
  });
  await Promise.all(writers);
  t.is(committed, 240);
  const [row] = await store.read.query<{ n: number }>(
    "SELECT COUNT(*) AS n FROM settings WHERE id LIKE 'many-%'",
  );
  t.is(Number(row?.n), 240);
});
