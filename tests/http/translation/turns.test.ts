import { setTimeout as sleep } from "node:timers/promises";
import anyTest, { type TestFn } from "ava";
import { v7 } from "uuid";
import { Task } from "../../../entities/task.js";
import { TranslationCall } from "../../../entities/translation-call.js";
import { TranslationJob } from "../../../entities/translation-job.js";
import { JOB_QUEUE } from "../../../services/translation/run-job.js";
import { newJob, queueJob } from "../../../services/translation/start-job.js";
import type { Kiln } from "../../../start.js";
import { lendTextModel, marked } from "../../helpers/lend-text-model.js";
import { makeSite, type Site, TITLE } from "../../helpers/make-site.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { stopBalanced } from "../../helpers/stop-balanced.js";
import { until } from "../../helpers/until.js";

/** The tests are about the order of work when many translations wait. */
const test = anyTest as TestFn<{ kiln: Kiln }>;

test.before(async (t) => {
  t.context = { kiln: await startKiln({ SIGNUP_CREDITS: "100000" }) };
});
test.after.always((t) => stopBalanced(t, t.context.kiln));

const codes = (count: number) => [
  "en",
  ...Array.from({ length: count }, (_, at) => `a${String.fromCharCode(97 + at)}`),
];
const locales = (count: number) =>
  codes(count).map((code) => ({ code, title: code, fallback: null, required: false }));

const jobOf = ({ ann, projectId }: Site, model: string, documentId: string | null) =>
  newJob({
    kind: documentId === null ? "project" : "document",
    projectId,
    documentId,
    options: { locales: null, fields: null, sourceLocale: "en", mode: "missing" },
    model,
    documentsTotal: 1,
    payerId: ann.id,
    startedBy: { id: ann.id, email: ann.email },
    budgetId: null,
  });

test("however many translations of an account wait for their model, another account's are done meanwhile (rules/translation 15)", async (t) => {
  const { kiln } = t.context;
  const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
  const model = lendTextModel(kiln, async (request) => {
    if (Object.values(request.segments).includes("slow")) await allowed;
    return marked(request);
  });
  const many = await makeSite(kiln, TITLE, { locales: locales(20) });
  const jobs: TranslationJob[] = [];
  for (let count = 0; count < 20; count += 1)
    jobs.push(jobOf(many, model.id, await many.documents.make({ title: { en: "slow" } })));
  await kiln.host.transact(async (tx) => {
    for (const job of jobs) await queueJob(kiln.host, tx, job);
  });
  await until(async () => model.requests.length > 0);
  const one = await makeSite(kiln, TITLE);
  const document = await one.documents.make({ title: { en: "quick" } });
  const done = await one.ann.api.post(`/v1/content/documents/${document}/translate`, {
    locales: ["de"],
    model: model.id,
  });
  t.like(done.body.locales, [{ locale: "de", translated: ["title"] }]);
  t.is(await kiln.host.read.count(TranslationJob, { payerId: many.ann.id, status: "running" }), 20);
  allow();
  await until(
    async () =>
      (await kiln.host.read.count(TranslationJob, { payerId: many.ann.id, status: "running" })) === 0,
  );
});

test("a job ends its turn between two languages, and asks and charges for each of them once (rules/translation 15)", async (t) => {
  const { kiln } = t.context;
  const { host } = kiln;
  const site = await makeSite(kiln, TITLE, { locales: locales(16) });
  const document = await site.documents.make({ title: { en: "text" } });
  const turns = new Set<number | undefined>();
  const model = lendTextModel(kiln, async (request) => {
    turns.add((await host.read.findOne(Task, { queue: JOB_QUEUE, subject: job.id }))?.fence);
    await sleep(2000);
    return marked(request);
  });
  const job = jobOf(site, model.id, document);
  await host.transact((tx) => queueJob(host, tx, job));
  await until(async () => (await host.read.findOne(TranslationJob, { id: job.id }))?.status !== "running");
  t.true(turns.size > 1, "others had a turn meanwhile");
  t.deepEqual(model.requests.map(({ targetLocale }) => targetLocale).toSorted(), codes(16).slice(1));
  const calls = await host.read.find(TranslationCall, { jobId: job.id });
  const spent = calls.reduce((sum, { costCredits }) => sum + (costCredits ?? 0), 0);
  t.like(await host.read.findOne(TranslationJob, { id: job.id }), {
    status: "complete",
    valuesTranslated: 16,
    creditsSpent: spent,
    documentsDone: 1,
  });
});

test("a stop between two turns takes effect behind the document in flight (rules/translation 11)", async (t) => {
  const { kiln } = t.context;
  const { host } = kiln;
  const model = lendTextModel(kiln, async (request) => marked(request));
  const site = await makeSite(kiln, TITLE);
  const first = await site.documents.make({ title: { en: "first" } }, { id: `00000000${v7().slice(8)}` });
  const next = await site.documents.make({ title: { en: "next" } }, { id: `ffffffff${v7().slice(8)}` });
  const job = { ...jobOf(site, model.id, null), status: "canceled" as const, runningIn: null };
  await host.transact(async (tx) => {
    await queueJob(host, tx, job);
    await tx.insert(TranslationCall, {
      id: v7(),
      jobId: job.id,
      projectId: site.projectId,
      documentId: first,
      payerId: site.ann.id,
      model: model.id,
      locale: "de",
      status: "failed",
      estimatedCredits: 1,
      costCredits: 0,
      translated: [],
      skipped: [],
      errorCode: "rate_limited",
      errorMessage: "The model was asked too often.",
      createdAt: Date.now(),
    });
  });
  await until(async () => (await host.read.count(Task, { queue: JOB_QUEUE, subject: job.id })) === 0);
  t.deepEqual(
    model.requests.map(({ targetLocale }) => targetLocale),
    ["pt-BR"],
  );
  t.like(await host.read.findOne(TranslationJob, { id: job.id }), {
    status: "canceled",
    documentsDone: 1,
    errorMessage: "The model was asked too often.",
  });
  t.deepEqual((await site.documents.get(next)).body.document.draft.title, { en: "next" });
});
