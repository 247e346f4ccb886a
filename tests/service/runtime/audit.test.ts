import { randomUUID } from "node:crypto";
import test from "ava";
import { AUDIT_DAYS } from "../../../contracts/audit.js";
import { AuditEntry } from "../../../entities/audit-entry.js";
import { Setting } from "../../../entities/setting.js";
import { type Act, actBy, aside, leaveEntry, nameAct } from "../../../runtime/actions/audit/act.js";
import { asAct, claimEntry, withEntry, writeEntries } from "../../../runtime/actions/audit/entry.js";
import { readEntries, sweepEntries } from "../../../runtime/actions/audit/read-entries.js";
import type { Tx } from "../../../runtime/database/transaction.js";
import { BatchedWorks } from "../../helpers/batched-works.js";
import { openTestStore, type TestStore } from "../../helpers/open-test-store.js";

let store: TestStore;
test.before(async () => {
  store = await openTestStore();
});
test.after.always(() => store.close());

const transact = <T>(work: (tx: Tx) => Promise<T>) => withEntry(work, (whole) => store.transact(whole));
/**
 * Writes as the operations that share transactions do: each entry is claimed where it is requested, and written with the batch.
 */
async function together(works: BatchedWorks, work: (tx: Tx) => Promise<void>): Promise<void> {
  const claimed = claimEntry();
  await works.run("audit", async (tx) => {
    await work(tx);
    if (claimed !== null) writeEntries(tx, [{ act: claimed }]);
  });
}
const act = (requestId: string = randomUUID(), made: string | null = null): Act =>
  actBy(
    { kind: "key", id: randomUUID(), credentialId: randomUUID() },
    { action: "tests.write", kind: "setting", made, requestId, client: "192.0.2.1" },
    { resourceId: "one" },
  );
const insert = (id: string) => (tx: Tx) => tx.insert(Setting, { id, value: "" });
const of = (requestId: string) => store.read.find(AuditEntry, { requestId });

test("a write and its entry are in one transaction: with a rollback both are gone, and what fails leaves none (rules/identity 45)", async (t) => {
  const one = act();
  await asAct(one, () => transact(insert("committed")));
  const [entry] = await of(one.requestId);
  t.like(entry, {
    action: "tests.write",
    actorKind: "key",
    actorId: one.actor.id,
    credentialId: one.actor.credentialId,
    resourceKind: "setting",
    resourceId: "one",
    projectId: null,
    ownerId: null,
    client: "192.0.2.1",
  });
  const failing = act();
  await t.throwsAsync(
    asAct(failing, () =>
      transact(async (tx) => {
        await insert("undone")(tx);
        throw new Error("no");
      }),
    ),
  );
  t.deepEqual(await of(failing.requestId), []);
  t.is(await store.read.findOne(Setting, { id: "undone" }), null);
});

test("an act leaves one entry: of the first transaction that changes something, and another attempt of it (rules/identity 45)", async (t) => {
  const one = act();
  await asAct(one, async () => {
    await transact(async (tx) => void (await tx.findOne(Setting, { id: "nobody" })));
    await aside(() => transact(insert("beside")));
    await t.throwsAsync(transact(insert("beside")), undefined, "a duplicate rolls back");
    await transact(insert("first"));
    await transact(insert("second"));
  });
  t.is((await of(one.requestId)).length, 1);
  const nothing = act();
  await asAct(nothing, () =>
    transact(async (tx) => void (await tx.update(Setting, { id: "nobody" }, { value: "" }))),
  );
  t.deepEqual(await of(nothing.requestId), []);
});

test("what an act has left behind writes on without its name", async (t) => {
  const one = act();
  let late = Promise.resolve();
  await asAct(one, async () => {
    late = new Promise((resolve) => setTimeout(resolve, 20)).then(() => transact(insert("late")));
  });
  await late;
  t.deepEqual(await of(one.requestId), []);
});

test("acts that share a transaction leave an entry each; one that fails alone leaves none (rules/identity 45)", async (t) => {
  const acts = Array.from({ length: 5 }, () => act());
  const bad = act();
  const works = new BatchedWorks(store.database);
  await Promise.all([
    ...acts.map((each) =>
      asAct(each, async () => {
        await together(works, insert(`shared ${each.requestId}`));
        await transact(insert(`behind ${each.requestId}`));
      }),
    ),
    t.throwsAsync(
      asAct(bad, () =>
        together(works, async (tx) => {
          await insert("shared bad")(tx);
          throw new Error("no");
        }),
      ),
    ),
  ]);
  for (const each of acts) {
    const rows = await of(each.requestId);
    t.deepEqual(
      rows.map(({ actorId }) => actorId),
      [each.actor.id],
    );
  }
  t.deepEqual(await of(bad.requestId), []);
});

test("what the act makes, and what it is told, name the thing; the project names its owner (rules/identity 45)", async (t) => {
  const [projectId, ownerId] = [randomUUID(), randomUUID()];
  await store.transact((tx) =>
    tx.run(
      "INSERT INTO projects (id, ownerId, name, isDefault, createdAt, updatedAt) VALUES (?, ?, 'p', 0, 1, 1)",
      [projectId, ownerId],
    ),
  );
  const one = act(randomUUID(), "settings");
  await asAct(one, () =>
    transact(async (tx) => {
      nameAct({ projectId, actor: { kind: "person" } });
      await insert("made here")(tx);
    }),
  );
  t.like((await of(one.requestId))[0], {
    resourceId: "made here",
    projectId,
    ownerId,
    actorKind: "person",
    actorId: one.actor.id,
  });
  const without = act();
  await asAct(without, () => leaveEntry(transact));
  t.is((await of(without.requestId)).length, 1);
});

test("an account's entries are its own acts and those on its things, each once, newest first, by pages (rules/identity 45)", async (t) => {
  const [me, other] = [randomUUID(), randomUUID()];
  const leave = (id: string, ownerId: string | null) => {
    const each = actBy(
      { kind: "person", id, credentialId: null },
      { action: "tests.write", kind: "setting", made: null, requestId: randomUUID() },
      { ownerId, resourceId: id === me ? "mine" : "theirs" },
    );
    return asAct(each, () => leaveEntry(transact)).then(() => each.requestId);
  };
  const made = [
    await leave(me, null),
    await leave(me, me),
    await leave(other, me),
    await leave(other, other),
    await leave(me, other),
  ];
  const mine = [made[4], made[2], made[1], made[0]];
  const all = await readEntries(store.read, { accountId: me, limit: 50, offset: 0 });
  t.deepEqual(
    all.entries.map(({ requestId }) => requestId),
    mine,
  );
  t.is(all.total, 4);
  for (const offset of [0, 1, 2, 3]) {
    const page = await readEntries(store.read, { accountId: me, limit: 1, offset });
    t.is(page.entries[0]?.requestId, mine[offset]);
    t.is(page.total, 4);
  }
  const theirs = await readEntries(store.read, { accountId: me, resourceId: "theirs", limit: 50, offset: 0 });
  t.is(theirs.total, 1);
});

test("entries are kept 90 days, to the millisecond, and removed in batches (rules/identity 45)", async (t) => {
  const day = 24 * 3600_000;
  const at = async (createdAt: number) => {
    const id = createdAt.toString(16).padStart(12, "0");
    const row = { id: `${id.slice(0, 8)}-${id.slice(8)}-7fff-bfff-ffffffffffff`, createdAt };
    await store.transact((tx) =>
      tx.insert(AuditEntry, {
        ...row,
        action: "tests.old",
        actorKind: "person",
        resourceKind: "x",
        requestId: "old",
        client: "",
      }),
    );
    return row.id;
  };
  const now = Date.now();
  const old = await Promise.all(Array.from({ length: 700 }, (_, n) => at(now - AUDIT_DAYS * day - 1000 - n)));
  const young = await at(now - AUDIT_DAYS * day + 60_000);
  await sweepEntries(store, new AbortController().signal, AUDIT_DAYS * day);
  t.is(old.length, 700);
  t.deepEqual(
    (await of("old")).map(({ id }) => id),
    [young],
  );
});
