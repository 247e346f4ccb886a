import test from "ava";
import { Setting } from "../../../entities/setting.js";
import { openTestStore, type TestStore } from "../../helpers/open-test-store.js";
import { turnsDuring } from "../../helpers/turns-during.js";

// ADR-0015: reads whose cost grows with what is stored never hold the event loop.

let store: TestStore;
test.before(async () => {
  store = await openTestStore();
});
test.after.always(() => store.close());

test("a long read sees what was committed before it, and nothing else", async (t) => {
  await store.transact((tx) => tx.insert(Setting, { id: "seen", value: "committed" }));
  const changed = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const writing = store.transact(async (tx) => {
    await tx.update(Setting, { id: "seen" }, { value: "open" });
    changed.resolve();
    await held.promise;
  });
  await changed.promise;
  t.is((await store.longRead.findOne(Setting, { id: "seen" }))?.value, "committed");
  held.resolve();
  await writing;
  const [found] = await store.longRead.find(
    Setting,
    { id: "seen" },
    { order: { id: "DESC" }, limit: 1, offset: 0 },
  );
  t.is(found?.value, "open");
  t.is(await store.longRead.count(Setting, { id: "seen" }), 1);
});

test("the event loop turns while one is made", async (t) => {
  const [few, many] = [1000, 2_000_000];
  const count = (to: number) =>
    store.longRead.query<{ n: number }>(
      `SELECT COUNT(*) AS n FROM (
         WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?) SELECT n FROM numbers
       ) AS counted`,
      [to],
    );
  // a server's answer comes over a socket, and it ends a recursion after a thousand
  const isEmbedded = store.database.dialect === "sqlite";
  const to = isEmbedded ? many : few;
  const turns = await turnsDuring(async () => t.is(Number((await count(to))[0]?.n), to));
  t.true(turns >= (isEmbedded ? 5 : 1), `${turns} turns`);
});

test("one that fails says why, and names its statement", async (t) => {
  const error = await t.throwsAsync(store.longRead.query("SELECT value FROM nowhere"));
  t.regex(error?.message ?? "", /nowhere/);
  t.is((error as unknown as { query?: string } | undefined)?.query, "SELECT value FROM nowhere");
});
