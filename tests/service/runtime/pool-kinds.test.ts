import test from "ava";
import { createConnection } from "mysql2/promise";
import { ENTITIES } from "../../../entities/index.js";
import { Setting } from "../../../entities/setting.js";
import { MIGRATIONS } from "../../../migrations/index.js";
import { inBackground, onBehalfOf } from "../../../runtime/concurrency/current-call.js";
import { openDatabase } from "../../../runtime/database/database.js";
import { longReader, reader, transaction } from "../../../runtime/database/transaction.js";
import { testDatabaseUrl } from "../../helpers/test-database.js";

/** The database delays statements of one kind, from many callers, and the test looks at work of the other kinds. */
test("long reads, background work or requests that stand still leave connections for the other kinds (rules/running 31; ADR-0080)", async (t) => {
  const { url, drop } = await testDatabaseUrl();
  if (url === undefined) {
    t.pass("the embedded database has one connection");
    return;
  }
  t.teardown(drop);
  const database = await openDatabase({
    url,
    dataDir: "",
    entities: ENTITIES,
    migrations: MIGRATIONS,
    poolSize: 5,
    reserved: { requests: 1, background: 1, longReads: 1 },
  });
  t.teardown(() => database.close());
  const holder = await createConnection({ uri: url });
  t.teardown(() => holder.end());

  const HELD = "SELECT GET_LOCK(?, 60) AS got, RELEASE_LOCK(?) AS released";
  const kinds: Record<string, { standStill(lock: string): Promise<unknown>; work(): Promise<unknown> }> = {
    requests: {
      standStill: (lock: string) => reader(database).query(HELD, [lock, lock]),
      work: () => transaction(database, (tx) => tx.insert(Setting, { id: crypto.randomUUID(), value: "" })),
    },
    background: {
      standStill: (lock: string) => inBackground(() => reader(database).query(HELD, [lock, lock])),
      work: () => inBackground(() => reader(database).find(Setting, { id: "none" })),
    },
    longReads: {
      standStill: (lock: string) => longReader(database).query(HELD, [lock, lock]),
      work: () => longReader(database).count(Setting, {}),
    },
  };
  for (const [name, { standStill }] of Object.entries(kinds)) {
    const lock = `kiln-test-${crypto.randomUUID()}`;
    await holder.query("SELECT GET_LOCK(?, 0)", [lock]);
    let through = 0;
    const waiting = Array.from({ length: 20 }, (_nothing, at) =>
      onBehalfOf(`${name} ${at}`, () => standStill(lock).then(() => (through += 1))),
    );
    for (const [other, { work }] of Object.entries(kinds))
      if (other !== name)
        await t.notThrowsAsync(onBehalfOf("somebody else", work), `${other} beside ${name}`);
    t.is(through, 0, "all the while those stood still");
    await holder.query("SELECT RELEASE_LOCK(?)", [lock]);
    await Promise.all(waiting);
  }
});
