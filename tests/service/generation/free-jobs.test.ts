import { randomUUID } from "node:crypto";
import test, { type ExecutionContext } from "ava";
import { GenerationJob } from "../../../entities/generation-job.js";
import {
  accountsAfter,
  MOST_FREE,
  refuseManyFree,
  removableAfter,
} from "../../../services/billing/free-jobs/free-jobs.repository.js";
import type { Reader } from "../../../runtime/database/transaction.js";
import type { Host } from "../../../runtime/process/host.js";
import { sweepFreeJobs } from "../../../services/billing/index.js";
import { freeJobs } from "../../../services/generation/free-jobs.js";
import { FREE_JOBS } from "../../../services/generation/free-job.repository.js";
import { openTestStore } from "../../helpers/open-test-store.js";

/** The tests are about which jobs that cost nothing are removed, and how many may wait for their removal. */
const DAY = 24 * 3600_000;
const MB = 2 ** 20;
const NOW = Date.UTC(2026, 10, 28);

const job = (more: Partial<GenerationJob> = {}) => ({
  id: randomUUID(),
  accountId: "ann",
  actorEmail: "ann@example.com",
  payerId: "ann",
  projectId: null,
  cutId: null,
  model: "mock-image",
  provider: "mock",
  kind: "image" as const,
  params: { prompt: "x" },
  paramsBytes: 14,
  status: "canceled" as const,
  estimatedCredits: 1,
  costCredits: 0,
  submits: 0,
  failures: 0,
  createdAt: NOW - 3 * DAY,
  completedAt: NOW - 2 * DAY,
  ...more,
});

async function openJobs(t: ExecutionContext, jobs: readonly ReturnType<typeof job>[]) {
  const store = await openTestStore();
  t.teardown(() => store.close());
  for (let at = 0; at < jobs.length; at += 200)
    await store.transact((tx) => tx.insert(GenerationJob, jobs.slice(at, at + 200) as never));
  const referred: string[] = [];
  const queued: string[] = [];
  const host = {
    ...store,
    longRead: store.read,
    call: async () => ({ ids: referred }),
    tasks: { isQueued: async (_read: Reader, _queue: string, id: string) => queued.includes(id) },
  } as unknown as Host;
  const sweep = (most = { jobs: 10, bytes: 100 * MB }) =>
    sweepFreeJobs(host, freeJobs(host), {
      now: NOW,
      signal: new AbortController().signal,
      requestId: "test",
      most,
    });
  const left = async () => (await store.read.find(GenerationJob, {})).map(({ id }) => id).toSorted();
  return { store, referred, queued, sweep, left };
}

test("of an account's jobs that cost nothing the newest stay; others, recent ones, and those that something refers to stay all (rules/generation 22)", async (t) => {
  const old = Array.from({ length: 45 }, (_, at) => job({ completedAt: NOW - 2 * DAY + at }));
  const [referred, queued, ...surplus] = old.slice(0, -10);
  const kept = [
    ...old.slice(-10),
    job({ status: "succeeded", costCredits: 0, completedAt: NOW - 9 * DAY }),
    job({ status: "failed", costCredits: 1, completedAt: NOW - 9 * DAY }),
    job({ status: "running", costCredits: null, completedAt: null }),
    ...Array.from({ length: 12 }, (_, at) =>
      job({ accountId: "bob", status: "failed", completedAt: NOW - DAY / 2 - at }),
    ),
    ...Array.from({ length: 5 }, () => job({ accountId: "cid", completedAt: NOW - 9 * DAY })),
  ];
  const jobs = await openJobs(t, [...old.slice(0, -10), ...kept]);
  jobs.referred.push(referred?.id ?? "");
  jobs.queued.push(queued?.id ?? "");
  await jobs.sweep();
  const left = await jobs.left();
  for (const { id } of [...kept, referred, queued].flatMap((each) => each ?? [])) t.true(left.includes(id));
  t.is(left.length, kept.length + 2);
  t.false(surplus.some(({ id }) => left.includes(id)));
});

test("the oldest jobs go until the parameters of those that stay have 100 MB together (rules/generation 22)", async (t) => {
  const bytes = 30 * MB;
  const all = Array.from({ length: 5 }, (_, at) =>
    job({ paramsBytes: bytes, completedAt: NOW - 2 * DAY + at }),
  );
  const { sweep, left } = await openJobs(t, all);
  await sweep();
  t.deepEqual(
    await left(),
    all
      .slice(2)
      .map(({ id }) => id)
      .toSorted(),
  );
});

test("a submission beyond twenty times the bound within the time in which no job is removed is refused until the first one counts no more (rules/generation 22)", async (t) => {
  const recent = Array.from({ length: 20 * MOST_FREE.jobs - 1 }, () => job({ completedAt: NOW - DAY / 2 }));
  const { store } = await openJobs(t, [...recent, job({ completedAt: NOW - 2 * DAY })]);
  const ask = (accountId: string) => refuseManyFree(store.read, FREE_JOBS, { accountId, noun: "jobs" }, NOW);
  await t.notThrowsAsync(ask("ann"));
  await store.transact((tx) => tx.insert(GenerationJob, job({ completedAt: NOW - 1 }) as never));
  const refusal = await t.throwsAsync(ask("ann"), {
    code: "rate_limited",
    message: /^20,000 of your jobs failed/,
  });
  t.is(
    (refusal as unknown as { details: { retryAfterSeconds: number } }).details.retryAfterSeconds,
    12 * 3600 + 300,
  );
  await t.notThrowsAsync(ask("bob"));
  await store.transact((tx) =>
    tx.insert(
      GenerationJob,
      job({ accountId: "bob", paramsBytes: 1000 * MB, completedAt: NOW - 1 }) as never,
    ),
  );
  await t.throwsAsync(ask("bob"), { code: "rate_limited" });
});

test("the counts and the next jobs to remove come from the index", async (t) => {
  const { store } = await openJobs(
    t,
    Array.from({ length: 400 }, (_, at) =>
      job(at % 2 === 0 ? { completedAt: NOW - 2 * DAY + at } : { status: "succeeded", costCredits: 1 }),
    ),
  );
  const { dialect } = store.read.database;
  if (dialect !== "sqlite") await store.read.query("ANALYZE TABLE generation_jobs");
  const asked: [string, readonly unknown[]][] = [];
  const reader = {
    query: async (sql: string, parameters: readonly unknown[]) => {
      asked.push([sql, parameters]);
      return [];
    },
  } as unknown as Reader;
  await accountsAfter(reader, FREE_JOBS, "", 100);
  const after = { completedAt: 0, id: "" };
  await removableAfter(reader, FREE_JOBS, { accountId: "ann", before: NOW, after, limit: 20 });
  await refuseManyFree(reader, FREE_JOBS, { accountId: "ann", noun: "jobs" }, NOW);
  t.is(asked.length, 3);
  for (const [sql, parameters] of asked) {
    const plan = await store.read.query(
      `${dialect === "sqlite" ? "EXPLAIN QUERY PLAN" : "EXPLAIN"} ${sql}`,
      parameters,
    );
    t.regex(JSON.stringify(plan), /IX_generation_jobs_free/, sql);
  }
});
