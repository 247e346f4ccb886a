import { randomUUID } from "node:crypto";
import test from "ava";
import { Balance } from "../../../entities/balance.js";
import { GenerationJob } from "../../../entities/generation-job.js";
import { Hold } from "../../../entities/hold.js";
import { LedgerEntry } from "../../../entities/ledger-entry.js";
import { WorkflowRun } from "../../../entities/workflow-run.js";
import { WorkflowRunStep } from "../../../entities/workflow-run-step.js";
import { hold, release, settle } from "../../../services/billing/index.js";
import { verifyLedger } from "../../../services/billing/verify-ledger.js";
import { makeBalance } from "../../helpers/make-balance.js";
import { openTestStore, type TestStore } from "../../helpers/open-test-store.js";

type Status = GenerationJob["status"];

/** Makes a job as the generation area leaves it in that status, with its money. */
async function makeJob(db: TestStore, payerId: string, status: Status, credits = 10): Promise<string> {
  const workId = randomUUID();
  const isOpen = status === "queued" || status === "running";
  const charged = status === "succeeded" ? credits : 0;
  const job: GenerationJob = {
    id: workId,
    accountId: payerId,
    actorEmail: "actor@example.com",
    payerId,
    projectId: null,
    cutId: null,
    model: "mock-image",
    provider: "mock",
    kind: "image",
    params: {},
    paramsBytes: 2,
    status,
    estimatedCredits: credits,
    costCredits: isOpen ? null : charged,
    errorMessage: null,
    errorCode: null,
    errorRetryable: null,
    resultStorageIds: null,
    submits: 0,
    failures: 0,
    handle: null,
    upstreamSince: null,
    pendingSince: null,
    faultySince: null,
    progressThousandths: null,
    queuePosition: null,
    resultMetadata: null,
    providerGoneSince: null,
    wakes: null,
    createdAt: Date.now(),
    completedAt: isOpen ? null : Date.now(),
  };
  await db.transact(async (tx) => {
    await hold(tx, {
      workId,
      payerId,
      actorId: payerId,
      credits,
      projectId: null,
      budgetId: null,
      paidOnly: false,
    });
    await tx.insert(GenerationJob, job as never);
    if (isOpen) return;
    if (charged === 0) return release(tx, { workId });
    const work = {
      workId,
      credits,
      kind: "generation",
      ref: workId,
      note: "mock-image",
      projectId: null,
    } as const;
    await settle(tx, {
      ...work,
      actorId: payerId,
      actorEmail: null,
      previewStorageId: null,
      previewKind: null,
    });
  });
  return workId;
}

/** Makes a text of a workflow's run with its money: held while the text is written, then charged. Returns the step's id. */
async function makeText(db: TestStore, payerId: string, status: "running" | "complete"): Promise<string> {
  const runId = randomUUID();
  const workId = `${runId}.0.text`;
  const isOpen = status === "running";
  await db.transact(async (tx) => {
    const at = { payerId, projectId: null, budgetId: null };
    await hold(tx, { ...at, workId, actorId: payerId, credits: 7, paidOnly: false });
    await tx.insert(WorkflowRun, {
      ...at,
      id: runId,
      workflowId: randomUUID(),
      starterId: payerId,
      starterEmail: "actor@example.com",
      status: "running",
      reuses: false,
      createdAt: 1,
    });
    await tx.insert(WorkflowRunStep, {
      id: workId,
      runId,
      place: 0,
      kind: "text",
      status,
      heldCredits: 7,
      costCredits: isOpen ? null : 4,
      createdAt: 1,
    });
    if (isOpen) return;
    await settle(tx, {
      workId,
      credits: 4,
      kind: "generation",
      ref: runId,
      note: "mock-text",
      projectId: null,
      actorId: payerId,
      actorEmail: null,
      previewStorageId: null,
      previewKind: null,
    });
  });
  return workId;
}

async function healthy() {
  const db = await openTestStore();
  const accountId = await makeBalance(db, 500);
  const job = {} as Record<Status, string>;
  for (const status of ["queued", "running", "succeeded", "failed", "canceled"] as const)
    job[status] = await makeJob(db, accountId, status);
  const problems = async () => (await verifyLedger(db.read)).mismatches.map(({ problem }) => problem);
  return { db, accountId, job, problems };
}

test("sound books verify, with every account in the report (rules/billing 12)", async (t) => {
  const { db, accountId } = await healthy();
  t.teardown(() => db.close());
  const empty = await makeBalance(db);
  await makeJob(db, empty, "succeeded", 0);
  const report = await verifyLedger(db.read);
  t.deepEqual(report.mismatches, []);
  t.deepEqual(
    report.accounts.find((account) => account.accountId === accountId),
    {
      accountId,
      ledgerCredits: 490,
      balanceCredits: 490,
      heldCredits: 20,
      openHolds: 2,
      openHoldsCredits: 20,
    },
  );
  t.is(report.accounts.length, 2);
});

test("texts of workflows verify while they are written and when they are charged (rules/billing 6 and 12)", async (t) => {
  const { db, accountId, problems } = await healthy();
  t.teardown(() => db.close());
  const running = await makeText(db, accountId, "running");
  const complete = await makeText(db, accountId, "complete");
  t.deepEqual(await problems(), []);
  await db.transact(async (tx) => {
    await tx.update(WorkflowRunStep, { id: running }, { status: "failed" });
    await tx.update(WorkflowRunStep, { id: complete }, { costCredits: 5 });
  });
  const [held = "", cost = "", ...more] = await problems();
  t.regex(held, /7 credits are held for .*, which is failed/);
  t.regex(cost, /texts of run .* cost 5 credits, and the ledger took 4/);
  t.deepEqual(more, []);
  await db.transact((tx) =>
    tx.update(WorkflowRunStep, { id: running }, { status: "running", heldCredits: 9 }),
  );
  t.regex((await problems())[0] ?? "", /text .* is running for 9 credits, and 7 are held for it/);
});

test("each kind of broken books is found and named (rules/billing 12)", async (t) => {
  const cases: [string, (at: Awaited<ReturnType<typeof healthy>>) => Promise<unknown>, RegExp[]][] = [
    [
      "a balance changed by hand",
      ({ db, accountId: id }) => db.transact((tx) => tx.update(Balance, { id }, { purchasedCredits: 501 })),
      [/ledger sums up to 490, the balance is worth 491/],
    ],
    [
      "held credits without holds",
      ({ db, accountId: id }) => db.transact((tx) => tx.update(Balance, { id }, { heldCredits: 25 })),
      [/25 credits are held, the open holds sum up to 20/],
    ],
    [
      "a hold of a job that has ended",
      ({ db, job }) =>
        db.transact((tx) =>
          tx.update(GenerationJob, { id: job.running }, { status: "failed", costCredits: 0 }),
        ),
      [/10 credits are held for .*, which is failed/],
    ],
    [
      "a job in hand without its hold",
      ({ db, accountId: id, job }) =>
        db.transact(async (tx) => {
          await tx.delete(Hold, { id: job.queued });
          await tx.update(Balance, { id }, { heldCredits: 10 });
        }),
      [/job .* is queued for 10 credits, and 0 are held for it/],
    ],
    [
      "a job that was never charged",
      ({ db, accountId: id, job }) =>
        db.transact(async (tx) => {
          await tx.delete(LedgerEntry, { ref: job.succeeded });
          await tx.update(Balance, { id }, { spentCreditsThisPeriod: 0 });
        }),
      [/cost 10 credits and has 0 ledger entries instead of one/],
    ],
    [
      "a job that was charged twice, and a failed one that was charged",
      ({ db, accountId, job }) =>
        db.transact(async (tx) => {
          for (const ref of [job.succeeded, job.failed]) {
            await tx.insert(LedgerEntry, {
              id: randomUUID(),
              accountId,
              kind: "generation",
              deltaCredits: -10,
              ref,
              createdAt: 1,
            });
          }
          await tx.update(Balance, { id: accountId }, { spentCreditsThisPeriod: 30 });
        }),
      [
        /cost 10 credits and has 2 ledger entries instead of one/,
        /is failed and cost nothing, and has 1 ledger entries that took 10/,
      ],
    ],
    [
      "a failed job that cost something, with its entry (rules/billing 9)",
      ({ db, accountId, job }) =>
        db.transact(async (tx) => {
          await tx.update(GenerationJob, { id: job.failed }, { costCredits: 10 });
          await tx.insert(LedgerEntry, {
            id: randomUUID(),
            accountId,
            kind: "generation",
            deltaCredits: -10,
            ref: job.failed,
            createdAt: 1,
          });
          await tx.update(Balance, { id: accountId }, { spentCreditsThisPeriod: 20 });
        }),
      [/is failed and cost 10 credits/],
    ],
    [
      "entries of nobody",
      ({ db }) =>
        db.transact((tx) =>
          tx.insert(LedgerEntry, {
            id: "x",
            accountId: "nobody",
            kind: "topup",
            deltaCredits: 1,
            createdAt: 1,
          }),
        ),
      [/has ledger entries or holds and no balance/],
    ],
  ];
  for (const [name, breakBooks, expected] of cases) {
    const books = await healthy();
    await breakBooks(books);
    const problems = await books.problems();
    t.is(problems.length, expected.length, `${name}: ${problems.join("; ")}`);
    expected.forEach((pattern, index) => t.regex(problems[index] ?? "", pattern, name));
    await books.db.close();
  }
});
