import test from "ava";
import { Setting } from "../../../entities/setting.js";
import { SharedTransactions } from "../../../runtime/shared-transactions.js";
import type { Tx } from "../../../runtime/transaction.js";
import { openBehindProxy } from "../../helpers/open-behind-proxy.js";
import { openTestStore, type TestStore } from "../../helpers/open-test-store.js";
import { until } from "../../helpers/until.js";

// Decision 13: one transaction of a line takes works in while the one before it is committed.

let store: TestStore;
test.before(async () => {
  store = await openTestStore();
});
test.after.always(() => store.close());

const isEmbedded = () => store.database.dialect === "sqlite";
const of = (line: string) => ({ line, subject: null, bytes: 100 });
const valueOf = async (id: string) => (await store.read.findOne(Setting, { id }))?.value ?? null;

/** A transaction of the line that has come to its end, where it stays until `commit` is called. */
async function holdEnd(shared: SharedTransactions, line: string, order: string[] = []) {
  const held = Promise.withResolvers<void>();
  const ending = Promise.withResolvers<void>();
  const done = shared.run(of(line), async (tx) => {
    tx.atEnd("head", [1], async () => {
      ending.resolve();
      await held.promise;
      order.push("first");
    });
  });
  await ending.promise;
  return { commit: held.resolve, done };
}

/** Runs a work that says when it began, and in which transaction. */
function begin(shared: SharedTransactions, line: string, work: (tx: Tx) => unknown) {
  const begun = Promise.withResolvers<object>();
  const done = shared.run(of(line), async (tx) => {
    begun.resolve((tx as unknown as { manager: object }).manager);
    await work(tx);
  });
  return { begun: begun.promise, done };
}

test("the next transaction takes works in while the one before comes to its end, and ends after it", async (t) => {
  if (isEmbedded()) return t.pass("the embedded file has one transaction at a time");
  const shared = new SharedTransactions(store.database);
  const order: string[] = [];
  const first = await holdEnd(shared, "overlap", order);
  const leave = (tx: Tx) => tx.atEnd("head", ["next"], async (_end, items) => void order.push(items.join()));
  const joined = Promise.withResolvers<void>();
  const second = begin(shared, "overlap", (tx) => {
    leave(tx);
    return joined.promise;
  });
  const transaction = await second.begun;
  const third = begin(shared, "overlap", leave);
  t.is(await third.begun, transaction, "it joins the one that is not through yet");
  joined.resolve();
  t.deepEqual(order, []);
  first.commit();
  await Promise.all([first.done, second.done, third.done]);
  t.deepEqual(order, ["first", "next,next"]);
});

test("one that joins later reads anew what those before it have read", async (t) => {
  if (isEmbedded()) return t.pass("the embedded file has one transaction at a time");
  const shared = new SharedTransactions(store.database);
  const first = await holdEnd(shared, "anew");
  const read = (tx: Tx) => tx.once("read", () => tx.findOne(Setting, { id: "anew" }));
  const looked = Promise.withResolvers<Setting | null>();
  const joined = Promise.withResolvers<void>();
  const early = shared.run(of("anew"), async (tx) => {
    looked.resolve(await read(tx));
    await joined.promise;
  });
  t.is(await looked.promise, null);
  await store.transact((tx) => tx.insert(Setting, { id: "anew", value: "yes" }));
  const late = shared.run(of("anew"), (tx) => {
    joined.resolve();
    return read(tx);
  });
  await joined.promise;
  first.commit();
  await early;
  t.is((await late)?.value, "yes");
});

test("what its works collected is written while it waits, and visible after its commit only", async (t) => {
  if (isEmbedded()) return t.pass("the embedded file has one transaction at a time");
  const shared = new SharedTransactions(store.database);
  const first = await holdEnd(shared, "written");
  const written = Promise.withResolvers<void>();
  const second = shared.run(of("written"), async (tx) => {
    tx.insertCollected(Setting, { id: "written", value: "yes" });
    tx.collect("look", [1], async (all) => {
      const found = await all.findOne(Setting, { id: "written" });
      if (found?.value === "yes") written.resolve();
    });
  });
  await written.promise;
  t.is(await valueOf("written"), null);
  first.commit();
  await Promise.all([first.done, second]);
  t.is(await valueOf("written"), "yes");
});

test("one whose end takes long holds up those behind it for a second, not longer", async (t) => {
  if (isEmbedded()) return t.pass("the embedded file has one transaction at a time");
  const shared = new SharedTransactions(store.database);
  const order: string[] = [];
  const first = await holdEnd(shared, "stuck", order);
  const insert = (id: string) => shared.run(of("stuck"), (tx) => tx.insert(Setting, { id, value: "" }));
  await insert("stuck-1");
  await insert("stuck-2");
  t.deepEqual(order, []);
  first.commit();
  await first.done;
  t.deepEqual(await Promise.all(["stuck-1", "stuck-2"].map(valueOf)), ["", ""]);
});

test("one that fails at its end leaves those who came meanwhile where they are", async (t) => {
  const shared = new SharedTransactions(store.database);
  const ending = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  let tries = 0;
  const bad = shared.run(of("failing"), async (tx) => {
    tries += 1;
    await tx.insertLater(Setting, { id: "failing-bad", value: "" });
    tx.atEnd("bug", [1], async () => {
      ending.resolve();
      await held.promise;
      throw new TypeError("meant to fail");
    });
  });
  const failed = t.throwsAsync(bad, { message: "meant to fail" });
  await ending.promise;
  let goodTries = 0;
  const good = shared.run(of("failing"), async (tx) => {
    goodTries += 1;
    await tx.insertLater(Setting, { id: "failing-good", value: "" });
  });
  held.resolve();
  await Promise.all([failed, good]);
  t.deepEqual([tries, goodTries], [2, 1]);
  t.deepEqual([await valueOf("failing-bad"), await valueOf("failing-good")], [null, ""]);
});

test("without a connection everybody who waits is told, and the line goes on when there is one", async (t) => {
  const { DATABASE_URL: url } = store.env;
  if (url === undefined) return t.pass("the embedded database has no connection");
  const { database, proxy, close } = await openBehindProxy(url);
  try {
    const shared = new SharedTransactions(database);
    await proxy.cut();
    const works = [1, 2, 3].map((number) =>
      shared.run(of("none"), (tx) => tx.insert(Setting, { id: `none-${number}`, value: "" })),
    );
    await Promise.all(works.map((work) => t.throwsAsync(work)));
    await proxy.open();
    await until(() => shared.run(of("none"), async () => true).catch(() => false));
    t.is(await valueOf("none-1"), null);
  } finally {
    await close();
  }
});

test("works that come one by one while others are committed all end, each once (many writers)", async (t) => {
  const shared = new SharedTransactions(store.database);
  let committed = 0;
  const writers = Array.from({ length: 12 }, async (_, writer) => {
    for (let turn = 0; turn < 20; turn++)
      await shared.run(of("many"), async (tx) => {
        const id = `many-${writer}-${turn}`;
        tx.afterCommit(() => (committed += 1));
        if (turn % 3 === 0) await tx.findOne(Setting, { id });
        tx.insertCollected(Setting, { id, value: "" });
      });
  });
  await Promise.all(writers);
  const [counted] = await store.read.query<{ total: number }>(
    "SELECT COUNT(*) AS total FROM settings WHERE id LIKE 'many-%'",
  );
  t.is(Number(counted?.total), 240);
  t.is(committed, 240);
});
