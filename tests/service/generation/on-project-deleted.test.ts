import test from "ava";
import { GenerationJob } from "../../../entities/generation-job.js";
import type { Host } from "../../../runtime/process/host.js";
import { onProjectDeleted } from "../../../services/generation/on-project-deleted.js";
import { openTestStore } from "../../helpers/open-test-store.js";

const JOBS = 1000;

test("a project with a thousand jobs is left in few transactions, whatever the jobs are of (rules/projects 13 and 14)", async (t) => {
  const store = await openTestStore();
  t.teardown(() => store.close());
  const projectId = "00000000-0000-7000-8000-000000000001";
  const job = (at: number) => ({
    id: `job-${at}`,
    accountId: "ann",
    actorEmail: "ann@example.com",
    payerId: "ann",
    projectId: at < JOBS ? projectId : "another",
    cutId: null,
    model: "mock-image",
    provider: "mock",
    kind: "image" as const,
    params: { kind: "image", prompt: "x" },
    status: "succeeded" as const,
    estimatedCredits: 1,
    submits: 1,
    failures: 0,
    createdAt: at,
  });
  const jobs = Array.from({ length: JOBS + 5 }, (_, at) => job(at));
  await store.transact((tx) => tx.insert(GenerationJob, jobs));
  let transactions = 0;
  const host = {
    ...store,
    transact: (work: Parameters<typeof store.transact>[0]) => {
      transactions += 1;
      return store.transact(work);
    },
  } as unknown as Host;
  let steps = 0;
  for (let isDone = false; !isDone; steps += 1) ({ isDone } = await onProjectDeleted(host, projectId));
  t.is(await store.read.count(GenerationJob, { projectId }), 0);
  t.is(await store.read.count(GenerationJob, { projectId: "another" }), 5, "others keep theirs");
  t.true(transactions <= JOBS / 50, `${transactions} transactions for ${JOBS} jobs`);
  t.true(steps > 1, "none of them takes all at once");
});
