import anyTest, { type TestFn } from "ava";
import { Hold } from "../../../entities/hold.js";
import { Task } from "../../../entities/task.js";
import { TranslationCall } from "../../../entities/translation-call.js";
import { TranslationJob } from "../../../entities/translation-job.js";
import { AUTO_TRANSLATE_QUEUE } from "../../../services/content/index.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { lendWaitingModel } from "../../helpers/lend-text-model.js";
import { joinProject } from "../../helpers/make-project.js";
import { makeSite, TITLE } from "../../helpers/make-site.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { stopBalanced } from "../../helpers/stop-balanced.js";
import { translationJobs } from "../../helpers/translation-jobs.js";
import { until } from "../../helpers/until.js";

/** The tests are about changes between the moment that a document is read and the moment that its translation is saved. */
const test = anyTest as TestFn<{ kiln: Kiln; operator: Person }>;

test.before(async (t) => {
  const kiln = await startKiln();
  t.context = { kiln, operator: await signUp(kiln.url) };
});
test.after.always((t) => stopBalanced(t, t.context.kiln));

/** Makes a site with a model that waits for the test before it answers its first request. */
async function site(kiln: Kiln, settings: Parameters<typeof makeSite>[2] = {}) {
  const lent = lendWaitingModel(kiln);
  const made = await makeSite(kiln, TITLE, { translationModel: lent.model.id, ...settings });
  const { ann, projectId } = made;
  return {
    ...made,
    ...lent,
    ...translationJobs(ann, projectId),
    base: `/v1/projects/${projectId}/content`,
    translate: (id: string, request: object = { locales: ["de"] }) =>
      ann.api.post(`/v1/content/documents/${id}/translate`, request),
    spent: async () => 500 - (await ann.api.get("/v1/account")).body.remainingCredits,
    holds: () => kiln.host.read.count(Hold, { accountId: ann.id }),
  };
}

test("the document is deleted: 404, nothing is charged, nothing stays held", async (t) => {
  const { documents, translate, asked, allow, spent, holds } = await site(t.context.kiln);
  const id = await documents.make({ title: { en: "Kiln" } });
  const running = translate(id);
  await asked;
  t.is((await documents.delete(id)).status, 200);
  allow();
  t.is((await running).status, 404);
  t.is(await spent(), 0);
  t.is(await holds(), 0);
});

test("the source changed: the translation of what it said is saved, and is outdated (rules/translation 3)", async (t) => {
  const { documents, translate, asked, allow, spent } = await site(t.context.kiln);
  const id = await documents.make({ title: { en: "Kiln" } });
  const running = translate(id);
  await asked;
  await documents.put(id, { title: { en: "Oven" } });
  allow();
  t.deepEqual((await running).body.locales[0].translated, ["title"]);
  const { draft, coverage } = (await documents.list()).body.documents[0];
  t.deepEqual(draft.title, { en: "Oven", de: "T:Kiln" });
  t.is(coverage.de, "outdated");
  t.is(await spent(), 1);
});

test("the source was cleared: no translation without a source appears, nothing is charged", async (t) => {
  const { documents, translate, asked, allow, spent, holds } = await site(t.context.kiln);
  const id = await documents.make({ title: { en: "Kiln" } });
  const running = translate(id);
  await asked;
  await documents.put(id, {});
  allow();
  t.deepEqual((await running).body.locales[0], {
    locale: "de",
    translated: [],
    skipped: [{ path: "title", reason: "changed_meanwhile" }],
  });
  t.deepEqual((await documents.get(id)).body.document.draft, {});
  t.is(await spent(), 0);
  t.is(await holds(), 0);
});

test("the language was removed from the project, or the field is not localized any more: the draft stays valid", async (t) => {
  const { kiln } = t.context;
  const gone = await site(kiln);
  const first = await gone.documents.make({ title: { en: "Kiln" } });
  const removed = gone.translate(first);
  await gone.asked;
  const locales = [{ code: "en" }, { code: "pt-BR" }];
  t.is((await gone.ann.api.put(`${gone.base}/settings`, { locales })).status, 200);
  gone.allow();
  t.is((await removed).status, 200);
  t.like((await gone.documents.get(first)).body, {
    valid: true,
    document: { draft: { title: { en: "Kiln" } } },
  });

  const plain = await site(kiln);
  const second = await plain.documents.make({ title: { en: "Kiln" } });
  const changed = plain.translate(second);
  await plain.asked;
  const { contentTypes } = (await plain.ann.api.get(`${plain.base}/types`)).body;
  const fields = [{ name: "title", title: "Title", type: "string" }];
  const update = { baseVersion: 1, fields };
  t.is((await plain.ann.api.put(`/v1/content/types/${contentTypes[0].id}`, update)).status, 200);
  await plain.documents.put(second, { title: "Kiln" });
  plain.allow();
  t.is((await changed).status, 200);
  t.like((await plain.documents.get(second)).body, { valid: true, document: { draft: { title: "Kiln" } } });
  for (const { spent, holds } of [gone, plain]) t.deepEqual([await spent(), await holds()], [0, 0]);
});

test("the owner is suspended: the run ends with the reason, and what is done stays (rules/billing 16)", async (t) => {
  const { kiln, operator } = t.context;
  const { ann, documents, start, asked, allow, holds, model } = await site(kiln);
  for (let n = 0; n < 3; n++) await documents.make({ title: { en: `Text ${n}` } });
  const { job } = (await start()).body;
  await asked;
  const suspended = await operator.session.patch(`/v1/admin/accounts/${ann.id}`, { suspended: true });
  t.is(suspended.status, 200);
  allow();
  const ended = await until(async () => {
    const found = await kiln.host.read.findOne(TranslationJob, { id: job.id });
    return found?.status !== "running" && found;
  });
  t.is(ended.status, "failed");
  t.regex(String(ended.errorMessage), /suspended/);
  t.is(ended.documentsDone, 1);
  t.is(ended.valuesTranslated, 2);
  t.is(ended.creditsSpent, 2);
  t.is(model.requests.length, 2);
  t.is(await holds(), 0);
});

test("a publish in the project of a suspended owner is not undone, and its translation says why there is none (rules/translation 13)", async (t) => {
  const { kiln, operator } = t.context;
  const { ann, projectId, documents, base, model } = await site(kiln, { autoTranslateOnPublish: true });
  const bob = await signUp(kiln.url);
  await joinProject(ann, projectId, bob);
  const id = await documents.make({ title: { en: "Kiln" } });
  t.is((await operator.session.patch(`/v1/admin/accounts/${ann.id}`, { suspended: true })).status, 200);
  t.is((await documents.as(bob).publish(id, 1)).status, 200);
  const job = await until(async () => {
    const found = (await bob.api.get(`${base}/translation-jobs/latest`)).body.job;
    return found?.status !== "running" && found;
  });
  t.is(job.status, "failed");
  t.regex(job.errorMessage, /suspended/);
  t.is(job.creditsSpent, 0);
  t.is(model.requests.length, 0);
  const refused = await bob.api.post(`/v1/content/documents/${id}/translate`, { locales: ["xx"] });
  t.is(refused.status, 403);
  t.is(refused.body.error.code, "owner_account_suspended");
});

test("cancel: the document in flight is finished, counted and charged, the next is not begun (rules/translation 11)", async (t) => {
  const { kiln } = t.context;
  const { ann, documents, start, asked, allow, spent, holds, latest, model } = await site(kiln);
  for (let n = 0; n < 3; n++) await documents.make({ title: { en: `Text ${n}` } });
  const { job } = (await start()).body;
  await asked;
  t.is((await ann.api.post(`/v1/content/translation-jobs/${job.id}/cancel`)).body.job.status, "canceled");
  allow();
  await until(async () => (await kiln.host.read.count(Task, { subject: job.id })) === 0);
  t.like((await latest()).body.job, {
    status: "canceled",
    documentsDone: 1,
    valuesTranslated: 2,
    creditsSpent: 2,
  });
  t.is(await spent(), 2);
  t.is(await holds(), 0);
  t.is(model.requests.length, 2);
  const calls = await kiln.host.read.find(TranslationCall, { jobId: job.id });
  t.deepEqual(
    calls.map(({ status, costCredits }) => [status, costCredits]),
    [
      ["complete", 1],
      ["complete", 1],
    ],
  );
});

test("a run that starts while the document of a canceled one is in flight charges no value twice", async (t) => {
  const { ann, documents, start, ended, asked, allow, spent, holds } = await site(t.context.kiln);
  await documents.make({ title: { en: "Kiln" } });
  const { job } = (await start()).body;
  await asked;
  await ann.api.post(`/v1/content/translation-jobs/${job.id}/cancel`);
  t.is((await start()).status, 200);
  allow();
  t.like(await ended(), { status: "complete", documentsDone: 1 });
  await until(async () => (await holds()) === 0);
  t.is(await spent(), 2);
});

test("auto-translate on publish: its save publishes nothing and starts nothing; a second publish finds nothing to do (rules/translation 13)", async (t) => {
  const { kiln } = t.context;
  const { projectId, documents, ended, allow, spent, model } = await site(kiln, {
    autoTranslateOnPublish: true,
  });
  allow();
  const id = await documents.makePublished({ title: { en: "Kiln" } });
  t.like(await ended(), { status: "complete", valuesTranslated: 2 });
  const idle = async () =>
    (await kiln.host.read.count(Task, { queue: AUTO_TRANSLATE_QUEUE, subject: id })) === 0;
  await until(idle);
  const { document } = (await documents.get(id)).body;
  t.like(document, { status: "changed", published: { title: { en: "Kiln" } } });
  t.is((await documents.publish(id, document.draftVersion)).status, 200);
  await until(idle);
  t.like((await documents.get(id)).body.document, {
    status: "published",
    draftVersion: document.draftVersion,
    published: { title: { en: "Kiln", de: "T:Kiln", "pt-BR": "T:Kiln" } },
  });
  t.is(await kiln.host.read.count(TranslationJob, { projectId }), 1);
  t.is(model.requests.length, 2);
  t.is(await spent(), 2);
});
