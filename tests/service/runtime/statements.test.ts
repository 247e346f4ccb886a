import test from "ava";
import { In, MoreThan } from "typeorm";
import { ProviderCircuit } from "../../../entities/provider-circuit.js";
import { Setting } from "../../../entities/setting.js";
import { openTestStore } from "../../helpers/open-test-store.js";

const db = await openTestStore();
test.after.always(() => db.close());

const circuit = (id: string, failures: number) => ({ id, failures, openUntil: 0, trialAt: 0 });

test("rows are found alike by plain values and by operators, as entities", async (t) => {
  await db.transact((tx) => tx.insert(ProviderCircuit, [circuit("p1", 1), circuit("p2", 2)]));
  const plain = await db.read.findOne(ProviderCircuit, { id: "p2", failures: 2 });
  t.true(plain instanceof ProviderCircuit);
  t.deepEqual(plain, await db.read.findOne(ProviderCircuit, { id: In(["p2"]), failures: MoreThan(1) }));
  t.is(await db.read.findOne(ProviderCircuit, { id: "p2", failures: 1 }), null);
  t.is((await db.read.find(ProviderCircuit, { failures: 1 })).length, 1);
  t.deepEqual(
    (
      await db.read.find(ProviderCircuit, [{ id: "p1" }, { id: "p2" }], { order: { id: "DESC" }, limit: 1 })
    ).map(({ id }) => id),
    ["p2"],
  );
});

test("an insert of several rows is one statement: all of them or none", async (t) => {
  const rows = [circuit("same", 0), circuit("other", 0), circuit("same", 0)];
  await t.throwsAsync(db.transact((tx) => tx.insert(ProviderCircuit, rows)));
  t.is(await db.read.findOne(ProviderCircuit, { id: "other" }), null);
  await db.transact((tx) => tx.insert(ProviderCircuit, []));
});

test("updates and deletes tell how many rows met the condition, and refuse none at all", async (t) => {
  await db.transact((tx) => tx.insert(ProviderCircuit, [circuit("u1", 7), circuit("u2", 7)]));
  await db.transact(async (tx) => {
    t.is(await tx.update(ProviderCircuit, { failures: 7 }, { openUntil: 5 }), 2);
    t.is(await tx.update(ProviderCircuit, { id: "u1", openUntil: 4 }, { openUntil: 6 }), 0);
    t.is(await tx.delete(ProviderCircuit, { id: "u1", openUntil: 5 }), 1);
    t.is(await tx.delete(ProviderCircuit, { id: "u1" }), 0);
  });
  await t.throwsAsync(db.transact((tx) => tx.delete(ProviderCircuit, {})));
  await t.throwsAsync(db.transact((tx) => tx.update(ProviderCircuit, {}, { failures: 0 })));
});

test("values are data, whatever they look like", async (t) => {
  const value = "'; DROP TABLE settings; -- ? :id \\\\";
  await db.transact((tx) => tx.insert(Setting, { id: "odd' ?", value }));
  t.is((await db.read.findOne(Setting, { id: "odd' ?", value }))?.value, value);
  t.is((await db.read.findOne(Setting, { id: In(["odd' ?"]), value }))?.value, value);
});
