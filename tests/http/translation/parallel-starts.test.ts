import anyTest, { type TestFn } from "ava";
import { Hold } from "../../../entities/hold.js";
import { TranslationJob } from "../../../entities/translation-job.js";
import type { Kiln } from "../../../start.js";
import { type Answer, type Person, signUp } from "../../helpers/client.js";
import { lendWaitingModel } from "../../helpers/lend-text-model.js";
import { joinProject } from "../../helpers/make-project.js";
import { makeSite, TITLE } from "../../helpers/make-site.js";
import { setBalance } from "../../helpers/set-balance.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { stopBalanced } from "../../helpers/stop-balanced.js";
import { translationJobs } from "../../helpers/translation-jobs.js";
import { until } from "../../helpers/until.js";

/** A project has one run at a time, whoever starts it and however many start at once (rules/translation 11). */
const test = anyTest as TestFn<{ kiln: Kiln; operator: Person }>;

test.before(async (t) => {
  const kiln = await startKiln();
  t.context = { kiln, operator: await signUp(kiln.url) };
});
test.after.always((t) => stopBalanced(t, t.context.kiln));

/** Makes a project with a document to translate, whose model answers when the test allows it. */
async function site(kiln: Kiln) {
  const { model, allow } = lendWaitingModel(kiln);
  const { ann, projectId, documents } = await makeSite(kiln, TITLE, { translationModel: model.id });
  const bob = await signUp(kiln.url);
  await joinProject(ann, projectId, bob);
  await documents.make({ title: { en: "Kiln" } });
  const path = `/v1/projects/${projectId}/content/translation-jobs`;
  return {
    ann,
    bob,
    projectId,
    allow,
    start: (by: Person, headers: Record<string, string> = {}, body: object = {}): Promise<Answer> =>
      by.api.post(path, body, { headers }),
    ended: translationJobs(ann, projectId).ended,
  };
}

const REFUSED = { error: { code: "conflict", message: "A translation of this project is running already." } };

test("of many parallel starts by two people one begins, the others get conflict (rules/translation 11)", async (t) => {
  const { kiln } = t.context;
  for (let round = 0; round < 5; round++) {
    const { ann, bob, projectId, allow, start, ended } = await site(kiln);
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => start(n % 2 === 0 ? ann : bob)));
    const [begun, ...more] = answers.filter(({ status }) => status === 200);
    t.deepEqual(more, []);
    for (const { status, body } of answers)
      if (status !== 200) t.deepEqual({ status, body }, { status: 409, body: REFUSED });
    t.is(await kiln.host.read.count(TranslationJob, { projectId }), 1);
    allow();
    t.like(await ended(), { id: begun?.body.job.id, status: "complete", valuesTranslated: 2 });
    t.is(await kiln.host.read.count(Hold, { accountId: ann.id }), 0);
    t.is((await ann.api.get("/v1/account")).body.remainingCredits, 498);
  }
});

test("parallel starts with one Idempotency-Key all answer the one run (rules/edge 30)", async (t) => {
  const { ann, projectId, allow, start, ended } = await site(t.context.kiln);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => start(ann, { "idempotency-key": "one-run" })),
  );
  t.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  t.is(new Set(answers.map(({ body }) => body.job.id)).size, 1);
  t.is(await t.context.kiln.host.read.count(TranslationJob, { projectId }), 1);
  allow();
  await ended();
});

test("row by row: what is refused before the run in progress, and what after it (rules/edge 11)", async (t) => {
  const { kiln, operator } = t.context;
  const { ann, bob, allow, start, ended } = await site(kiln);
  const stranger = await signUp(kiln.url);
  t.is((await start(ann)).status, 200);
  t.is((await start(stranger)).status, 404);
  t.is((await start(ann, {}, { model: "none" })).body.error.code, "invalid_params");
  // The run holds its credits, so it goes on when the balance is gone.
  await until(async () => (await kiln.host.read.count(Hold, { accountId: ann.id })) > 0);
  await setBalance(operator, ann, 0);
  for (const person of [ann, bob]) t.deepEqual((await start(person)).body, REFUSED);
  allow();
  await ended();
});
