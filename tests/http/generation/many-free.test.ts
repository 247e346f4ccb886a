import { randomUUID } from "node:crypto";
import anyTest, { type TestFn } from "ava";
import { GenerationJob } from "../../../entities/generation-job.js";
import { Transcription } from "../../../entities/transcription.js";
import { TranslationJob } from "../../../entities/translation-job.js";
import { MOST_RECENT } from "../../../services/billing/index.js";
import { newJob } from "../../../services/translation/start-job.js";
import type { Kiln } from "../../../start.js";
import { type Answer, signUp } from "../../helpers/client.js";
import { makeSite, TITLE } from "../../helpers/make-site.js";
import { mockRequest } from "../../helpers/mock-request.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { uploadSound } from "../../helpers/transcribe.js";

/** The tests are about submissions of an account of which many jobs have ended at no cost a moment ago. */
const test = anyTest as TestFn<{ kiln: Kiln }>;

test.before(async (t) => {
  t.context = { kiln: await startKiln() };
});
test.after.always((t) => t.context.kiln.stop());

const MANY = MOST_RECENT.jobs;
const AT_ONCE = 1000;

/** Stores copies of a job with other ids. */
async function copy(
  { host }: Kiln,
  entity: typeof GenerationJob | typeof Transcription | typeof TranslationJob,
  row: object,
  count = MANY,
): Promise<void> {
  for (let at = 0; at < count; at += AT_ONCE)
    await host.transact((tx) =>
      tx.insert(
        entity as typeof GenerationJob,
        Array.from({ length: Math.min(AT_ONCE, count - at) }, () => ({ ...row, id: randomUUID() })) as never,
      ),
    );
}

const ofJobs = (accountId: string) => ({
  accountId,
  actorEmail: "ann@example.com",
  payerId: accountId,
  provider: "mock",
  status: "failed",
  estimatedCredits: 1,
  costCredits: 0,
  submits: 0,
  failures: 0,
  createdAt: Date.now(),
  completedAt: Date.now(),
});

const isRefused = ({ status, body, headers }: Answer): boolean =>
  status === 429 && body.error.code === "rate_limited" && /^\d+$/.test(headers.get("retry-after") ?? "");

test("a generation is refused (rules/generation 22)", async (t) => {
  const { kiln } = t.context;
  const ann = await signUp(kiln.url);
  const params = { model: "mock-image", kind: "image", params: {} };
  const paramsBytes = MOST_RECENT.bytes - 1;
  await copy(kiln, GenerationJob, { ...ofJobs(ann.id), ...params, paramsBytes }, 1);
  t.is((await ann.api.post("/v1/generations", mockRequest())).status, 200);
  await copy(kiln, GenerationJob, { ...ofJobs(ann.id), ...params, paramsBytes: 1 }, 1);
  t.true(isRefused(await ann.api.post("/v1/generations", mockRequest())));
  t.is((await (await signUp(kiln.url)).api.post("/v1/generations", mockRequest())).status, 200);
});

test("a transcription is refused (rules/transcriptions 13)", async (t) => {
  const { kiln } = t.context;
  const ann = await signUp(kiln.url);
  const storageId = await uploadSound(ann.api);
  const request = { storageId, durationSeconds: 1, language: null };
  await copy(kiln, Transcription, { ...ofJobs(ann.id), transcriber: "mock", request });
  t.true(isRefused(await ann.api.post("/v1/transcriptions", { storageId, durationSeconds: 1 })));
});

for (const [what, status, count] of [
  ["have ended at no cost", "failed", MANY],
  ["run that have cost nothing yet", "running", 1000],
] as const)
  test(`a translation is refused while many ${what} (rules/translation 17)`, async (t) => {
    const { kiln } = t.context;
    const { ann, projectId, documents } = await makeSite(kiln, TITLE);
    const id = await documents.make({ title: { en: "Kiln" } });
    const job = newJob({
      kind: "document",
      projectId,
      documentId: id,
      options: { locales: null, fields: null, sourceLocale: "en", mode: "missing" },
      model: "mock-text",
      documentsTotal: 1,
      payerId: ann.id,
      startedBy: ann,
      budgetId: null,
    });
    await copy(
      kiln,
      TranslationJob,
      { ...job, status, completedAt: status === "running" ? null : Date.now() },
      count,
    );
    t.true(isRefused(await ann.api.post(`/v1/content/documents/${id}/translate`)));
    t.true(isRefused(await ann.api.post(`/v1/projects/${projectId}/content/translation-jobs`)));
  });
