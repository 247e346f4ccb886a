import { randomUUID } from "node:crypto";
import anyTest, { type TestFn } from "ava";
import { GenerationJob } from "../../../entities/generation-job.js";
import { Transcription } from "../../../entities/transcription.js";
import { TranslationCall } from "../../../entities/translation-call.js";
import { TranslationJob } from "../../../entities/translation-job.js";
import { WorkflowRunStep } from "../../../entities/workflow-run-step.js";
import { sweepFreeJobs } from "../../../services/billing/index.js";
import { freeJobs } from "../../../services/generation/free-jobs.js";
import { freeTranscriptions } from "../../../services/transcriptions/free-transcriptions.js";
import { freeTranslations } from "../../../services/translation/free-translations.js";
import { newJob } from "../../../services/translation/start-job.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";

/** The tests are about jobs of all kinds that ended at no cost, and are removed beyond the newest. */
const test = anyTest as TestFn<{ kiln: Kiln; ann: Person }>;

test.before(async (t) => {
  const kiln = await startKiln();
  t.context = { kiln, ann: await signUp(kiln.url) };
});
test.after.always((t) => t.context.kiln.stop());

const OLD = Date.now() - 48 * 3600_000;
const sweep = () => ({
  now: Date.now(),
  signal: new AbortController().signal,
  requestId: "test",
  most: { jobs: 1, bytes: 0 },
});

/** Stores the step of a run that names a job. */
const refer = ({ host }: Kiln, jobId: string, kind: WorkflowRunStep["kind"]) =>
  host.transact((tx) =>
    tx.insert(WorkflowRunStep, {
      id: randomUUID(),
      runId: randomUUID(),
      place: 0,
      kind,
      status: "running",
      jobId,
      result: null,
      costCredits: null,
      heldCredits: null,
      errorMessage: null,
      createdAt: OLD,
    } as never),
  );

test("a removed job is unknown, and one that a run's step names or a task works for stays (rules/generation 22)", async (t) => {
  const { kiln, ann } = t.context;
  const ids = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  await kiln.host.transact((tx) =>
    tx.insert(
      GenerationJob,
      ids.map((id, at) => ({
        id,
        accountId: ann.id,
        actorEmail: ann.email,
        payerId: ann.id,
        model: "mock-image",
        // No process serves it, so its task waits.
        provider: at === 2 ? "elsewhere" : "mock",
        kind: "image" as const,
        params: { kind: "image", prompt: "x", aspectRatio: "1:1", numImages: 1 },
        paramsBytes: 60,
        status: "failed" as const,
        estimatedCredits: 1,
        costCredits: 0,
        errorMessage: "It failed.",
        submits: 0,
        failures: 0,
        createdAt: OLD,
        completedAt: OLD + at,
      })) as never,
    ),
  );
  await refer(kiln, ids[1] ?? "", "generation");
  await kiln.host.transact((tx) =>
    kiln.host.tasks.enqueue(tx, {
      queue: "generation.image.cancel@elsewhere",
      subject: ids[2] ?? "",
      payer: ann.id,
    }),
  );
  await sweepFreeJobs(kiln.host, freeJobs(kiln.host), { ...sweep(), most: { jobs: 1, bytes: 1 << 20 } });
  const statuses = await Promise.all(
    ids.map(async (id) => (await ann.api.get(`/v1/generations/${id}`)).status),
  );
  t.deepEqual(statuses, [404, 200, 200, 200]);
});

test("transcriptions that failed at no cost are removed beyond the newest (rules/transcriptions 13)", async (t) => {
  const { kiln, ann } = t.context;
  const ids = [randomUUID(), randomUUID(), randomUUID()];
  await kiln.host.transact((tx) =>
    tx.insert(
      Transcription,
      ids.map((id, at) => ({
        id,
        accountId: ann.id,
        actorEmail: ann.email,
        payerId: ann.id,
        transcriber: "mock",
        provider: "mock",
        request: { storageId: randomUUID(), durationSeconds: 1, language: null },
        status: "failed" as const,
        estimatedCredits: 1,
        costCredits: 0,
        submits: 0,
        failures: 0,
        createdAt: OLD,
        completedAt: OLD + at,
      })) as never,
    ),
  );
  await refer(kiln, ids[1] ?? "", "transcription");
  await sweepFreeJobs(kiln.host, freeTranscriptions(kiln.host), sweep());
  const statuses = await Promise.all(
    ids.map(async (id) => (await ann.api.get(`/v1/transcriptions/${id}`)).status),
  );
  t.deepEqual(statuses, [404, 200, 200]);
});

test("translations that cost nothing are removed with their calls, and one with a call under way stays (rules/translation 17)", async (t) => {
  const { kiln, ann } = t.context;
  const { host } = kiln;
  const call = (job: TranslationJob, status: TranslationCall["status"]): TranslationCall => ({
    id: randomUUID(),
    jobId: job.id,
    projectId: job.projectId,
    documentId: randomUUID(),
    locale: "de",
    payerId: ann.id,
    status,
    model: "mock-text",
    estimatedCredits: 0,
    costCredits: status === "running" ? null : 0,
    translated: [],
    skipped: [],
    errorCode: null,
    errorMessage: null,
    createdAt: OLD,
  });
  const jobs = [0, 1, 2, 3].map((at): TranslationJob => ({
    ...newJob({
      kind: "document",
      projectId: randomUUID(),
      documentId: randomUUID(),
      options: { locales: null, fields: null, sourceLocale: "en", mode: "missing" },
      model: "mock-text",
      documentsTotal: 1,
      payerId: ann.id,
      startedBy: ann,
      budgetId: null,
    }),
    status: at === 2 ? "complete" : "canceled",
    creditsSpent: at === 2 ? 1 : 0,
    completedAt: OLD + at,
  }));
  const [gone, busy, paid] = jobs as [TranslationJob, TranslationJob, TranslationJob];
  const calls = [call(gone, "failed"), call(gone, "complete"), call(busy, "running"), call(paid, "complete")];
  await host.transact(async (tx) => {
    for (const job of jobs) await tx.insert(TranslationJob, job);
    for (const each of calls) await tx.insert(TranslationCall, each);
  });
  await sweepFreeJobs(host, freeTranslations(host), sweep());
  const left = (await host.read.find(TranslationJob, { startedById: ann.id })).map(({ id }) => id);
  t.deepEqual(
    left.toSorted(),
    jobs
      .slice(1)
      .map(({ id }) => id)
      .toSorted(),
  );
  const leftCalls = (await host.read.find(TranslationCall, { payerId: ann.id })).map(({ id }) => id);
  t.deepEqual(
    leftCalls.toSorted(),
    calls
      .slice(2)
      .map(({ id }) => id)
      .toSorted(),
  );
});
