import test from "ava";
import type { EntityTarget, ObjectLiteral } from "typeorm";
import { Setting } from "../../../entities/setting.js";
import { Reader } from "../../../runtime/database/reader.js";
import { openTestStore, type TestStore } from "../../helpers/open-test-store.js";
import { turnsDuring } from "../../helpers/turns-during.js";

// Reads whose cost grows with the stored rows never hold the event loop (ADR-0015).

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
  // A server's answer comes over a socket, and a server ends a recursion after a thousand steps.
  const isEmbedded = store.database.dialect === "sqlite";
  const to = isEmbedded ? many : few;
  const turns = await turnsDuring(async () => t.is(Number((await count(to))[0]?.n), to));
  t.true(turns >= (isEmbedded ? 5 : 1), `${turns} turns`);
});

test("rows of a list become entities with turns of the event loop in between (rules/running 29; ADR-0101)", async (t) => {
  class SlowReader extends Reader {
    override entity<E extends ObjectLiteral>(of: EntityTarget<E>, row: Readonly<Record<string, unknown>>): E {
      const end = performance.now() + 2;
      while (performance.now() < end);
      return super.entity(of, row);
    }
  }
  const slow = new SlowReader(store.database, store.database.dataSource.manager);
  const rows = Array.from({ length: 30 }, (_, at) => ({ id: String(at), value: "a" }));
  const turns = await turnsDuring(async () => {
    const made = await slow.entities(Setting, rows);
    t.deepEqual(
      made.map(({ id }) => id),
      rows.map(({ id }) => id),
    );
  });
  t.true(turns >= 5, `${turns} turns`);
});

test("one that fails says why, and names its statement", async (t) => {
  const error = await t.throwsAsync(store.longRead.query("SELECT value FROM nowhere"));
  t.regex(error?.message ?? "", /nowhere/);
  t.is((error as unknown as { query?: string } | undefined)?.query, "SELECT value FROM nowhere");
});
