import { randomUUID } from "node:crypto";
import test from "ava";
import { ServiceError } from "../../../contracts/errors.js";
import { Balance } from "../../../entities/balance.js";
import { Hold } from "../../../entities/hold.js";
import { LedgerEntry } from "../../../entities/ledger-entry.js";
import {
  hold,
  openBalance,
  readBalance,
  readBalances,
  release,
  settle,
  settleIfHeld,
  type Settlement,
} from "../../../services/billing/index.js";
import { openTestStore } from "../../helpers/open-test-store.js";

const db = await openTestStore();
test.after.always(() => db.close());

async function account(welcomeCredits: number): Promise<string> {
  const accountId = randomUUID();
  await db.transact((tx) => openBalance(tx, { accountId, welcomeCredits }));
  return accountId;
}

const holdFor = (
  payerId: string,
  credits: number,
  workId: string = randomUUID(),
  paidOnly = false,
  actorId = payerId,
) =>
  db
    .transact((tx) =>
      hold(tx, { workId, payerId, actorId, credits, projectId: null, budgetId: null, paidOnly }),
    )
    .then(() => workId);

const settlement = (workId: string, credits: number): Settlement => ({
  workId,
  credits,
  kind: "generation",
  ref: workId,
  note: "mock-image",
  projectId: null,
  actorId: randomUUID(),
  actorEmail: "actor@example.com",
  previewStorageId: null,
  previewKind: null,
});

const fundsOf = async (id: string) => {
  const {
    spentCreditsThisPeriod: spent,
    heldCredits: held,
    purchasedCredits: purchased,
  } = await readBalance(db.read, id);
  return { spent, held, purchased };
};
const entriesOf = (accountId: string) =>
  db.read.find(LedgerEntry, { accountId }, { order: { createdAt: "ASC", id: "ASC" } });

test("welcome credits are an adjustment and no purchase (rules/billing 17 and 20)", async (t) => {
  const id = await account(500);
  t.like(await readBalance(db.read, id), {
    purchasedCredits: 500,
    hasPurchased: false,
    tier: "none",
    monthlyBudgetCredits: 0,
  });
  t.like(await entriesOf(id), [{ kind: "adjustment", deltaCredits: 500 }]);
  t.is((await entriesOf(await account(0))).length, 0);
});

test("of 50 holds at once on a balance that covers 7, exactly 7 get through (rules/billing 7)", async (t) => {
  const id = await account(74);
  const attempts = await Promise.allSettled(Array.from({ length: 50 }, () => holdFor(id, 10)));
  const refused = attempts.flatMap((attempt) =>
    attempt.status === "rejected" ? [attempt.reason as unknown] : [],
  );
  t.is(attempts.length - refused.length, 7);
  for (const reason of refused) {
    t.true(reason instanceof ServiceError, String(reason));
    t.like(reason, { code: "insufficient_credits", details: { estimatedCredits: 10, balance: 74 } });
  }
  t.deepEqual(await fundsOf(id), { spent: 0, held: 70, purchased: 74 });
  t.is(await db.read.count(Hold, { accountId: id }), 7);
});

test("plan_required comes before the balance (rules/edge 11)", async (t) => {
  const id = await account(5);
  await t.throwsAsync(holdFor(id, 10, randomUUID(), true), { code: "plan_required" });
  await t.throwsAsync(holdFor(id, 10, randomUUID(), true, randomUUID()), { code: "plan_required" });
  await db.transact((tx) => tx.update(Balance, { id }, { hasPurchased: true }));
  await t.throwsAsync(holdFor(id, 10, randomUUID(), true), { code: "insufficient_credits" });
  await t.throwsAsync(holdFor(id, 10, randomUUID(), false, randomUUID()), {
    code: "owner_insufficient_credits",
  });
  t.is((await fundsOf(id)).held, 0);
});

test("settling takes the cost, frees the rest of the hold, and writes one entry (rules/billing 8 and 9)", async (t) => {
  const id = await account(100);
  const workId = await holdFor(id, 40);
  t.is(await db.transact((tx) => settle(tx, settlement(workId, 12))), 12);
  t.deepEqual(await fundsOf(id), { spent: 12, held: 0, purchased: 100 });
  t.like((await entriesOf(id))[1], {
    kind: "generation",
    deltaCredits: -12,
    ref: workId,
    note: "mock-image",
    once: `generation:${workId}`,
  });
});

test("settling again changes nothing and gives what was charged (rules/billing 8)", async (t) => {
  const id = await account(100);
  const workId = await holdFor(id, 40);
  const charged = await Promise.all(
    [12, 30, 12].map((credits) => db.transact((tx) => settle(tx, settlement(workId, credits)))),
  );
  charged.push(await db.transact((tx) => settle(tx, settlement(workId, 0))));
  t.is(new Set(charged).size, 1, "all of them read the same charge");
  const [first = -1] = charged;
  t.true(first === 12 || first === 30);
  t.is((await fundsOf(id)).spent, first);
  t.is((await entriesOf(id)).length, 2);
});

test("a crash between settlement and commit leaves nothing behind, and the repeat charges once (rules/billing 8)", async (t) => {
  const id = await account(100);
  const workId = await holdFor(id, 40);
  const crash = db.transact(async (tx) => {
    await settle(tx, settlement(workId, 40));
    throw new Error("crash");
  });
  await t.throwsAsync(crash, { message: "crash" });
  t.deepEqual(await fundsOf(id), { spent: 0, held: 40, purchased: 100 });
  await db.transact((tx) => settle(tx, settlement(workId, 40)));
  await db.transact((tx) => settle(tx, settlement(workId, 40)));
  t.deepEqual(await fundsOf(id), { spent: 40, held: 0, purchased: 100 });
  t.is((await entriesOf(id)).length, 2);
});

test("work is charged what was held at most (rules/billing 9)", async (t) => {
  const id = await account(100);
  const workId = await holdFor(id, 40);
  t.is(await db.transact((tx) => settle(tx, settlement(workId, 99))), 40);
});

test("released work costs nothing and cannot be charged afterwards (rules/billing 9)", async (t) => {
  const id = await account(100);
  const workId = await holdFor(id, 40);
  await db.transact((tx) => release(tx, { workId }));
  await db.transact((tx) => release(tx, { workId }));
  await t.throwsAsync(
    db.transact((tx) => settle(tx, settlement(workId, 5))),
    { message: /cannot be charged/ },
  );
  t.is(await db.transact((tx) => settle(tx, settlement(workId, 0))), 0);
  t.is(await db.transact((tx) => settleIfHeld(tx, settlement(workId, 5))), 0);
  t.deepEqual(await fundsOf(id), { spent: 0, held: 0, purchased: 100 });
});

test("a failure that costs something is charged while its work is held, and once (rules/billing 8 and 9)", async (t) => {
  const id = await account(100);
  const workId = await holdFor(id, 40);
  t.is(await db.transact((tx) => settleIfHeld(tx, settlement(workId, 5))), 5);
  t.is(await db.transact((tx) => settleIfHeld(tx, settlement(workId, 5))), 0);
  t.like(await fundsOf(id), { held: 0 });
  t.deepEqual(
    (await entriesOf(id)).map(({ deltaCredits }) => deltaCredits),
    [100, -5],
  );
});

test("work that costs nothing is held and settled without an entry", async (t) => {
  const id = await account(0);
  const workId = await holdFor(id, 0);
  t.is(await db.transact((tx) => settle(tx, settlement(workId, 0))), 0);
  t.is((await entriesOf(id)).length, 0);
  t.is(await db.read.count(Hold, { accountId: id }), 0);
});

test("settling and releasing at once ends the work one way (rules/billing 8)", async (t) => {
  const id = await account(100);
  for (let round = 0; round < 5; round += 1) {
    const workId = await holdFor(id, 2);
    await Promise.allSettled([
      db.transact((tx) => settle(tx, settlement(workId, 2))),
      db.transact((tx) => release(tx, { workId })),
    ]);
    const { spent, held } = await fundsOf(id);
    t.is(held, 0);
    t.is(spent, (await entriesOf(id)).filter(({ kind }) => kind === "generation").length * 2);
  }
});

test("balances are read one by one, or many at once without the unknown", async (t) => {
  const id = await account(3);
  t.deepEqual([...(await readBalances(db.read, [id, id, randomUUID()])).keys()], [id]);
  t.is((await readBalances(db.read, [])).size, 0);
  await t.throwsAsync(readBalance(db.read, randomUUID()), { code: "not_found" });
});
