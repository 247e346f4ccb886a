import { randomUUID } from "node:crypto";
import test from "ava";
import { ServiceError } from "../../../contracts/errors.js";
import { Budget } from "../../../entities/budget.js";
import { Hold } from "../../../entities/hold.js";
import { DAY_MS, dayOf } from "../../../services/billing/budget.js";
import {
  dropBudget,
  hold,
  readBalance,
  readBudgets,
  release,
  setBudget,
  settle,
} from "../../../services/billing/index.js";
import { makeBalance } from "../../helpers/make-balance.js";
import { openTestStore } from "../../helpers/open-test-store.js";

const db = await openTestStore();
test.after.always(() => db.close());

interface Against {
  budgetId?: string | null;
  projectId?: string | null;
}

async function take(
  payerId: string,
  credits: number,
  against: Against = {},
  workId = randomUUID() as string,
) {
  const request = { workId, payerId, actorId: payerId, credits, paidOnly: false };
  await db.transact((tx) => hold(tx, { projectId: null, budgetId: null, ...request, ...against }));
  return workId;
}
const end = (workId: string, credits: number) =>
  db.transact((tx) =>
    settle(tx, {
      workId,
      credits,
      kind: "generation",
      ref: workId,
      note: null,
      projectId: null,
      actorId: "a",
      actorEmail: null,
      previewStorageId: null,
      previewKind: null,
    }),
  );
const drop = (workId: string) => db.transact((tx) => release(tx, { workId }));

async function limited(
  accountId: string,
  limits: { dailyCredits?: number; totalCredits?: number } | null,
  subject: Budget["subject"] = "key",
  id = randomUUID() as string,
) {
  await db.transact((tx) => setBudget(tx, { id, accountId, subject }, limits));
  return id;
}
const used = async (id: string) => {
  const view = (await readBudgets(db.read, [id])).get(id);
  return [view?.usedToday, view?.usedInAll];
};

test("of 50 holds at once within a limit of 7, 7 get through, whoever pays, and nothing of the others is held (rules/billing 39)", async (t) => {
  const payers = [await makeBalance(db, 1000), await makeBalance(db, 1000)];
  const budgetId = await limited(payers[0] ?? "", { dailyCredits: 74 });
  const attempts = await Promise.allSettled(
    Array.from({ length: 50 }, (_, index) => take(payers[index % 2] ?? "", 10, { budgetId })),
  );
  const refused = attempts.flatMap((each) => (each.status === "rejected" ? [each.reason as unknown] : []));
  t.is(attempts.length - refused.length, 7);
  for (const reason of refused)
    t.true(reason instanceof ServiceError && reason.code === "forbidden", String(reason));
  const balances = await Promise.all(payers.map((id) => readBalance(db.read, id)));
  t.is(
    balances.reduce((sum, { heldCredits }) => sum + heldCredits, 0),
    70,
  );
  t.deepEqual(await used(budgetId), [70, 70]);
});

test("a settlement counts what was charged, a release nothing; both once (rules/billing 39)", async (t) => {
  const payer = await makeBalance(db, 1000);
  const budgetId = await limited(payer, { dailyCredits: 100, totalCredits: 100 });
  const one = await take(payer, 60, { budgetId });
  const other = await take(payer, 40, { budgetId });
  await t.throwsAsync(take(payer, 1, { budgetId }), { message: /100 credits in all/ });
  await end(one, 25);
  await end(one, 25);
  t.deepEqual(await used(budgetId), [65, 65]);
  await drop(other);
  await drop(other);
  t.deepEqual(await used(budgetId), [25, 25]);
  await take(payer, 75, { budgetId });
});

test("a hold of yesterday ends in yesterday's count, and today's limit is whole (rules/billing 39)", async (t) => {
  const payer = await makeBalance(db, 1000);
  const budgetId = await limited(payer, { dailyCredits: 50 });
  const old = await take(payer, 50, { budgetId });
  const yesterday = dayOf(Date.now()) - 1;
  await db.transact(async (tx) => {
    await tx.update(Budget, { id: budgetId }, { day: yesterday });
    await tx.update(Hold, { id: old }, { budgetDay: yesterday });
  });
  const today = await take(payer, 50, { budgetId });
  await end(old, 10);
  t.deepEqual(await used(budgetId), [50, 60]);
  await drop(today);
  t.deepEqual(await used(budgetId), [0, 10]);
});

test("a clock behind another process's does not give a day twice", async (t) => {
  const payer = await makeBalance(db, 1000);
  const budgetId = await limited(payer, { dailyCredits: 50 });
  await take(payer, 40, { budgetId });
  const tomorrow = dayOf(Date.now()) + 1;
  await db.transact((tx) => tx.update(Budget, { id: budgetId }, { day: tomorrow }));
  const error = await t.throwsAsync(take(payer, 11, { budgetId }), { instanceOf: ServiceError });
  t.true(error.message.includes(new Date((tomorrow + 1) * DAY_MS).toISOString()));
});

test("a project's limit counts all that is billed in it, and only that; both limits count, or neither (rules/billing 39)", async (t) => {
  const owner = await makeBalance(db, 1000);
  t.false((await readBalance(db.read, owner)).limitsProjects);
  const projectId = await limited(owner, { totalCredits: 100 }, "project");
  t.true((await readBalance(db.read, owner)).limitsProjects);
  const budgetId = await limited(owner, { dailyCredits: 50 });
  await take(owner, 50, { projectId, budgetId });
  await t.throwsAsync(take(owner, 10, { projectId, budgetId }), { message: /This API key may spend 50/ });
  await t.throwsAsync(take(owner, 51, { projectId }), { message: /This project may spend 100/ });
  await take(owner, 400);
  await take(owner, 50, { projectId: randomUUID() });
  t.deepEqual(await used(projectId), [50, 50]);
  t.deepEqual(await used(budgetId), [50, 50]);
  await limited(owner, null, "project", projectId);
  t.false((await readBalance(db.read, owner)).limitsProjects);
  await take(owner, 200, { projectId });
});

test("limits that are taken away and set again go on counting; one that ends lets what is held be settled", async (t) => {
  const payer = await makeBalance(db, 1000);
  const budgetId = await limited(payer, { totalCredits: 100 });
  const work = await take(payer, 80, { budgetId });
  await limited(payer, null, "key", budgetId);
  t.is((await readBudgets(db.read, [budgetId])).size, 0);
  await limited(payer, { totalCredits: 90 }, "key", budgetId);
  await t.throwsAsync(take(payer, 11, { budgetId }), { message: /90 credits in all and 80/ });
  await db.transact((tx) => dropBudget(tx, budgetId));
  t.is(await end(work, 80), 80);
});

test("without limits a hold looks for none", async (t) => {
  const payer = await makeBalance(db, 100);
  const asked: unknown[] = [];
  await db.transact(async (tx) => {
    const find = tx.findOneForUpdate.bind(tx);
    tx.findOneForUpdate = (entity, where) => {
      asked.push(entity);
      return find(entity, where);
    };
    await hold(tx, {
      workId: randomUUID(),
      payerId: payer,
      actorId: payer,
      projectId: randomUUID(),
      budgetId: null,
      credits: 5,
      paidOnly: false,
    });
  });
  t.false(asked.includes(Budget));
  t.is(asked.length, 1);
});

test("what an ended key had begun holds nothing more; what it holds already is settled (rules/billing 39)", async (t) => {
  const payer = await makeBalance(db, 1000);
  const budgetId = await limited(payer, { totalCredits: 100 });
  const begun = await take(payer, 10, { budgetId });
  await db.transact((tx) => dropBudget(tx, budgetId));
  await t.throwsAsync(take(payer, 10, { budgetId }), {
    message: /was ended\. Nothing more is spent in its name/,
  });
  await end(begun, 10);
  t.is(await db.read.count(Hold, { accountId: payer }), 0);
});
