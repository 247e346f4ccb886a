import test from "ava";
import type { GenerationJob } from "../../../entities/generation-job.js";
import { chargeSentence, costOf, settlementOf } from "../../../services/generation/job-cost.js";

const job = {
  id: "job",
  payerId: "owner",
  accountId: "ann",
  actorEmail: "ann@example.com",
  projectId: "project",
  model: "mock-image",
  provider: "mock",
  estimatedCredits: 7,
} as GenerationJob;

test("a job that succeeded costs its estimate, one that failed or was canceled nothing (rules/billing 9)", (t) => {
  t.is(costOf(job, "succeeded"), 7);
  t.is(costOf(job, "failed"), 0);
  t.is(costOf(job, "canceled"), 0);
});

test("a settlement charges what the end costs, to the payer, in the name of who submitted (rules/billing 14)", (t) => {
  const preview = { storageId: "picture", kind: "image" };
  t.deepEqual(settlementOf(job, "succeeded", preview), {
    workId: "job",
    payerId: "owner",
    credits: 7,
    kind: "generation",
    ref: "job",
    note: "mock-image",
    projectId: "project",
    actorId: "ann",
    actorEmail: "ann@example.com",
    previewStorageId: "picture",
    previewKind: "image",
  });
  const failed = settlementOf(job, "failed");
  t.deepEqual([failed.credits, failed.previewStorageId, failed.previewKind], [0, null, null]);
});

test("a failure says what it cost", (t) => {
  t.is(chargeSentence(0), "Nothing was charged.");
  t.is(chargeSentence(1), "1 credit was charged.");
  t.is(chargeSentence(20), "20 credits were charged.");
});
