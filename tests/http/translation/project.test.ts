import anyTest, { type TestFn } from "ava";
import { v7 } from "uuid";
import { Task } from "../../../entities/task.js";
import { TranslationCall } from "../../../entities/translation-call.js";
import { JOB_QUEUE } from "../../../services/translation/run-job.js";
import type { Kiln } from "../../../start.js";
import { beginCall } from "../../helpers/begin-call.js";
import { type Person, signUp } from "../../helpers/client.js";
import { makeSite, TITLE } from "../../helpers/make-site.js";
import { setBalance } from "../../helpers/set-balance.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { stopBalanced } from "../../helpers/stop-balanced.js";
import { translationJobs } from "../../helpers/translation-jobs.js";
import { until } from "../../helpers/until.js";

const test = anyTest as TestFn<{ kiln: Kiln; operator: Person }>;

test.before(async (t) => {
  const kiln = await startKiln();
  t.context = { kiln, operator: await signUp(kiln.url) };
});
test.after.always((t) => stopBalanced(t, t.context.kiln));

test("preview, start and latest: fills only what is missing, in drafts, with progress (rules/translation 12)", async (t) => {
  const site = await makeSite(t.context.kiln, TITLE);
  const { preview, start, latest, ended } = translationJobs(site.ann, site.projectId);
  t.deepEqual((await latest()).body, { job: null });
  for (let n = 0; n < 25; n++) await site.documents.create({ title: { en: `Text ${n}` } });
  await site.documents.create({ title: { en: "Hand", de: "Von Hand" } });
  const before = (await preview()).body;
  t.like(before, { documents: 26, values: 51, languages: 2 });
  t.true(before.credits >= 51);
  const { status, body } = await start();
  t.is(status, 200);
  t.like(body.job, {
    projectId: site.projectId,
    status: "running",
    documentsTotal: 26,
    completedAt: null,
    startedBy: { id: site.ann.id, email: site.ann.email },
  });
  const job = await ended();
  t.like(job, {
    id: body.job.id,
    status: "complete",
    documentsDone: 26,
    valuesTranslated: 51,
    errorMessage: null,
  });
  t.true(job.creditsSpent >= 51 && job.creditsSpent <= before.credits);
  t.is((await site.ann.api.get("/v1/account")).body.remainingCredits, 500 - job.creditsSpent);
  const { documents } = (await site.documents.list("?limit=100")).body;
  for (const { draft, coverage, status: state } of documents) {
    t.is(draft.title.de, draft.title.en === "Hand" ? "Von Hand" : `[de] ${draft.title.en}`);
    t.deepEqual(coverage, { en: "complete", de: "complete", "pt-BR": "complete" });
    t.is(state, "draft");
  }
  t.like((await preview()).body, { documents: 0, values: 0, languages: 0, credits: 0 });
});

test("one run at a time: a second start is conflict; cancel ends it after the document in flight (rules/translation 11)", async (t) => {
  const site = await makeSite(t.context.kiln, TITLE);
  const { start, ended } = translationJobs(site.ann, site.projectId);
  for (let n = 0; n < 4; n++) await site.documents.create({ title: { en: `[slow=1] ${n}` } });
  const { job } = (await start()).body;
  const second = await start();
  t.is(second.status, 409);
  t.is(second.body.error.code, "conflict");
  const stranger = await signUp(t.context.kiln.url);
  t.is((await stranger.api.post(`/v1/content/translation-jobs/${job.id}/cancel`)).status, 404);
  const canceled = await site.ann.api.post(`/v1/content/translation-jobs/${job.id}/cancel`);
  t.is(canceled.body.job.status, "canceled");
  t.is(
    (await site.ann.api.post(`/v1/content/translation-jobs/${job.id}/cancel`)).body.job.status,
    "canceled",
  );
  t.is((await ended()).status, "canceled");
  const { kiln } = t.context;
  await until(
    async () => (await kiln.host.read.count(TranslationCall, { jobId: job.id, status: "running" })) === 0,
  );
  const { documents } = (await site.documents.list()).body;
  t.true(documents.some(({ draft }: { draft: { title: object } }) => !("de" in draft.title)));
  t.is((await start()).status, 200);
  await ended();
});

test("a canceled run whose worker died gives back what its call holds (rules/billing 8)", async (t) => {
  const { host } = t.context.kiln;
  const site = await makeSite(t.context.kiln, TITLE);
  const { start, ended } = translationJobs(site.ann, site.projectId);
  await site.documents.create({ title: { en: "[slow=1] Text" } });
  const { job } = (await start()).body;
  await site.ann.api.post(`/v1/content/translation-jobs/${job.id}/cancel`);
  await until(async () => (await host.read.count(Task, { queue: JOB_QUEUE, subject: job.id })) === 0);
  const before = (await site.ann.api.get("/v1/account")).body.remainingCredits;
  const workId = await host.transact(async (tx) => {
    const begun = await beginCall(tx, { ...job, payerId: site.ann.id, model: "test" }, v7());
    await host.tasks.enqueue(tx, { queue: JOB_QUEUE, subject: job.id, payer: site.ann.id });
    return begun;
  });
  await until(async () => (await host.read.count(Task, { queue: JOB_QUEUE, subject: job.id })) === 0);
  t.like(await host.read.findOne(TranslationCall, { id: workId }), { status: "failed", costCredits: 0 });
  t.is((await site.ann.api.get("/v1/account")).body.remainingCredits, before);
  t.is((await ended()).status, "canceled");
});

test("a run whose payer runs short fails with the reason and keeps what it has (rules/translation 12)", async (t) => {
  const { kiln, operator } = t.context;
  const site = await makeSite(kiln, TITLE);
  const { start, ended } = translationJobs(site.ann, site.projectId);
  for (let n = 0; n < 6; n++) await site.documents.create({ title: { en: `Text ${n}` } });
  await setBalance(operator, site.ann, 5);
  await start();
  const job = await ended();
  t.is(job.status, "failed");
  t.regex(job.errorMessage, /credits/i);
  t.is((await site.ann.api.get("/v1/account")).body.remainingCredits, 5 - job.creditsSpent);
  await setBalance(operator, site.ann, 0);
  const refused = await start();
  t.is(refused.status, 402);
  t.is(refused.body.error.code, "insufficient_credits");
});

test("auto-translate on publish writes into the draft, which becomes changed; a failure undoes nothing and is seen (rules/translation 13)", async (t) => {
  const site = await makeSite(t.context.kiln, TITLE, { autoTranslateOnPublish: true });
  const { ended } = translationJobs(site.ann, site.projectId);
  const publish = async (title: string): Promise<string> => {
    const { id } = (await site.documents.create({ title: { en: title } })).body.document;
    t.is((await site.documents.publish(id, 1)).body.document.status, "published");
    return id;
  };
  const id = await publish("Kiln");
  const document = await until(async () => {
    const found = (await site.documents.get(id)).body.document;
    return found.status === "changed" && "pt-BR" in found.draft.title && "de" in found.draft.title && found;
  });
  t.is(document.draft.title.de, "[de] Kiln");
  t.deepEqual(document.published.title, { en: "Kiln" });
  t.like(await ended(), { status: "complete", documentsTotal: 1, documentsDone: 1, valuesTranslated: 2 });
  const failing = await publish("Kiln [fail]");
  const job = await until(async () => {
    const found = await ended();
    return found.status === "failed" && found;
  });
  t.regex(job.errorMessage, /told to fail/);
  t.is((await site.documents.get(failing)).body.document.status, "published");
});

test("deleting a project ends its runs and releases what they hold (rules/projects 13)", async (t) => {
  const { kiln } = t.context;
  const site = await makeSite(kiln, TITLE);
  for (let n = 0; n < 3; n++) await site.documents.create({ title: { en: `[slow=60] ${n}` } });
  await translationJobs(site.ann, site.projectId).start();
  await until(async () => (await kiln.host.read.count(TranslationCall, { projectId: site.projectId })) > 0);
  t.is((await site.ann.api.delete(`/v1/projects/${site.projectId}`)).status, 200);
  await until(async () => (await kiln.host.read.count(TranslationCall, { projectId: site.projectId })) === 0);
  const account = (await site.ann.api.get("/v1/account")).body;
  t.is(account.remainingCredits, 500);
});
