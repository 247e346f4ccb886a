import test from "ava";
import { TranslationJob } from "../../../entities/translation-job.js";
import type { Kiln } from "../../../start.js";
import { callTool, connectAgent } from "../../helpers/agent-client.js";
import { makeArticle, makeArticles } from "../../helpers/articles.js";
import { type Answer, Client, type Person, signUp } from "../../helpers/client.js";
import { connectedAgent } from "../../helpers/connected-agent.js";
import { joinProject, makeProject } from "../../helpers/make-project.js";
import { makeSite, TITLE } from "../../helpers/make-site.js";
import { mockRequest } from "../../helpers/mock-request.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";
import { uploadSound, waitForTranscription } from "../../helpers/transcribe.js";
import { translationJobs } from "../../helpers/translation-jobs.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import { graphOf, makeWorkflow, picture, runToEnd, waitForRun } from "../../helpers/workflows.js";

let kiln: Kiln;
let ann: Person;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

const ALL = ["generation:rw", "media:rw", "workflows:rw", "content:rw", "projects:rw", "account:rw"];

async function keyOf(person: Person, budget: object | null, scopes = ALL) {
  const { status, body } = await person.session.post("/v1/api-keys", { name: "limited", scopes, budget });
  if (status !== 200) throw new Error(JSON.stringify(body));
  const api = new Client(kiln.url, { authorization: `Bearer ${body.secret}` });
  const id: string = body.apiKey.id;
  const used = async (): Promise<number> => {
    const { apiKeys } = (await person.session.get("/v1/api-keys")).body;
    return apiKeys.find((key: { id: string }) => key.id === id).budget.usedInAll;
  };
  return { id, api, used, secret: body.secret as string };
}
const refused = ({ status, body }: Answer) => [status, body.error?.code];
const OVER = [403, "forbidden"];
const remaining = async ({ api }: Person) => (await api.get("/v1/account")).body.remainingCredits as number;

test("a job beyond a key's limit is refused before anything is held, with the limit and its renewal; the account's other keys go on (rules/billing 39)", async (t) => {
  const person = await signUp(kiln.url);
  const { api, used } = await keyOf(person, { dailyCredits: 4 });
  const first = await api.post("/v1/generations", mockRequest());
  t.is(first.status, 200);
  const { costCredits } = await waitForJob(api, first.body.job.id);
  t.is(await used(), costCredits);
  const second = await api.post("/v1/generations", mockRequest());
  t.deepEqual(refused(second), OVER);
  t.regex(
    second.body.error.message,
    /This API key may spend 4 credits a day and \d+ of today's are used or held; it renews at \d{4}-\d\d-\d\dT00:00:00\.000Z/,
  );
  t.true(Number(second.headers.get("retry-after")) > 0);
  t.is((await person.api.post("/v1/generations", mockRequest())).status, 200);
});

test("a job that fails or is canceled gives its credits back to the limit (rules/billing 39)", async (t) => {
  const person = await signUp(kiln.url);
  const { api, used } = await keyOf(person, { totalCredits: 4 });
  const failing = await api.post("/v1/generations", mockRequest("[fail]"));
  await waitForJob(api, failing.body.job.id);
  t.is(await used(), 0);
  const slow = await api.post("/v1/generations", mockRequest("[slow=30]"));
  t.is(slow.status, 200);
  t.true((await used()) > 0);
  t.deepEqual(refused(await api.post("/v1/generations", mockRequest())), OVER);
  t.is((await api.post(`/v1/generations/${slow.body.job.id}/cancel`)).status, 200);
  await waitForJob(api, slow.body.job.id);
  t.is(await used(), 0);
  t.is((await api.post("/v1/generations", mockRequest())).status, 200);
});

test("Applications, transcriptions, runs and translations count against the key that began them, and are refused beyond it (rules/billing 39)", async (t) => {
  const { ann: person, projectId, documents } = await makeSite(kiln, TITLE);
  const none = await keyOf(person, { totalCredits: 0 });
  const some = await keyOf(person, { totalCredits: 100 });
  const before = await remaining(person);

  const application = (api: Client) => api.post("/v1/applications/mock-app-text/run", { text: "a kiln" });
  t.deepEqual(refused(await application(none.api)), OVER);
  let counted = 0;
  /** Asserts that the last work was counted against the key. */
  const isCounted = async (what: string) => {
    const now = await some.used();
    t.true(now > counted, what);
    t.is(now, before - (await remaining(person)), what);
    counted = now;
  };
  const made = await application(some.api);
  t.is(made.status, 200, JSON.stringify(made.body));
  await waitForJob(some.api, made.body.job.id);
  await isCounted("an Application");

  const storageId = await uploadSound(person.api);
  const transcribe = (api: Client) => api.post("/v1/transcriptions", { storageId, durationSeconds: 60 });
  t.deepEqual(refused(await transcribe(none.api)), OVER);
  const transcription = await transcribe(some.api);
  await waitForTranscription(some.api, transcription.body.job.id);
  await isCounted("a transcription");

  const workflowId = await makeWorkflow(person.api, graphOf([picture("a", "one"), picture("b", "two")]));
  t.deepEqual(refused(await none.api.post(`/v1/workflows/${workflowId}/execute`, {})), OVER);
  t.is((await runToEnd(some.api, workflowId)).status, "complete");
  await isCounted("a run");

  const { body } = await documents.create({ title: { en: "Kiln" } });
  const translate = (api: Client) => api.post(`/v1/content/documents/${body.document.id}/translate`, {});
  t.deepEqual(refused(await translate(none.api)), OVER);
  t.is((await translate(some.api)).status, 200);
  await isCounted("a translation");

  await documents.create({ title: { en: "Oven" } });
  t.deepEqual(refused(await none.api.post(`/v1/projects/${projectId}/content/translation-jobs`)), OVER);
  const jobs = translationJobs({ ...person, api: some.api }, projectId);
  t.is((await jobs.start()).status, 200);
  await jobs.ended();
  await isCounted("a translation of the project");
  t.is(await none.used(), 0);
});

test("a step of a run that passes the limit ends its node, and what was done before stays paid once (rules/billing 39)", async (t) => {
  const person = await signUp(kiln.url);
  const { body } = await person.api.post("/v1/estimates", mockRequest());
  const { api, used } = await keyOf(person, { totalCredits: body.estimatedCredits });
  const graph = graphOf([picture("a", "one"), picture("b", "two")]);
  const run = await runToEnd(api, await makeWorkflow(person.api, graph));
  t.is(run.status, "error");
  const failed = run.nodes?.find(({ status }: { status: string }) => status === "error") ?? {};
  t.regex(JSON.stringify(failed) + JSON.stringify(run), /may spend \d+ credits in all/);
  t.is(await used(), body.estimatedCredits);
});

test("a key with a limit makes and changes no triggers, which would spend beside it; it may switch one off (rules/billing 40)", async (t) => {
  const person = await signUp(kiln.url);
  const { api } = await keyOf(person, { dailyCredits: 1 });
  const triggers = `/v1/workflows/${await makeWorkflow(person.api, graphOf([picture("a", "one")]))}/triggers`;
  const wanted = { dailyCredits: 100, inbound: {} };
  t.deepEqual(refused(await api.post(triggers, wanted)), OVER);
  const made = await person.session.post(triggers, wanted);
  t.is(made.status, 200);
  const path = `${triggers}/${made.body.trigger.id}`;
  t.deepEqual(refused(await api.patch(path, { dailyCredits: 900 })), OVER);
  t.is((await api.patch(path, { enabled: false })).status, 200);
  t.deepEqual(refused(await api.patch(path, { enabled: true })), OVER);
});

test("a key with a limit makes no key, raises no limit and sets none; a session does (rules/billing 40)", async (t) => {
  const person = await signUp(kiln.url);
  const projectId = await makeProject(person);
  const { id, api } = await keyOf(person, { dailyCredits: 1 });
  t.deepEqual(refused(await api.post("/v1/api-keys", { name: "x", scopes: ["generation:rw"] })), OVER);
  t.deepEqual(refused(await api.patch(`/v1/api-keys/${id}`, { budget: null })), OVER);
  t.deepEqual(refused(await api.patch(`/v1/projects/${projectId}`, { budget: { dailyCredits: 5 } })), OVER);
  const raised = await person.session.patch(`/v1/api-keys/${id}`, { budget: { dailyCredits: 100 } });
  t.like(raised.body.apiKey.budget, { dailyCredits: 100, totalCredits: null, usedToday: 0 });
  t.is((await api.post("/v1/generations", mockRequest())).status, 200);
  const free = await person.session.patch(`/v1/api-keys/${id}`, { budget: null });
  t.is(free.body.apiKey.budget, null);
  const other = await signUp(kiln.url);
  t.deepEqual(refused(await other.session.patch(`/v1/api-keys/${id}`, { budget: null })), [404, "not_found"]);
  t.deepEqual(refused(await person.session.patch(`/v1/api-keys/${id}`, { budget: { dailyCredits: 1.5 } })), [
    400,
    "invalid_params",
  ]);
});

test("a project's limit is its owner's to set, is told to nobody else, and holds for members and owner alike (rules/billing 39)", async (t) => {
  const [owner, member] = [await signUp(kiln.url), await signUp(kiln.url)];
  const projectId = await makeProject(owner);
  await joinProject(owner, projectId, member);
  const { body: estimate } = await owner.api.post("/v1/estimates", mockRequest());
  const cost: number = estimate.estimatedCredits;
  t.deepEqual(refused(await member.api.patch(`/v1/projects/${projectId}`, { budget: null })), OVER);
  const set = await owner.api.patch(`/v1/projects/${projectId}`, { budget: { totalCredits: cost } });
  t.like(set.body.budget, { totalCredits: cost, usedInAll: 0, renewsAt: null });
  const inside = { ...mockRequest(), projectId };
  const first = await member.api.post("/v1/generations", inside);
  t.is(first.status, 200, JSON.stringify(first.body));
  await waitForJob(member.api, first.body.job.id);
  for (const who of [owner, member]) {
    const over = await who.api.post("/v1/generations", inside);
    t.deepEqual(refused(over), OVER);
    t.regex(over.body.error.message, /This project may spend .* The project's owner can raise it/);
  }
  t.is((await owner.api.post("/v1/generations", mockRequest())).status, 200);
  t.is((await owner.api.get(`/v1/projects/${projectId}`)).body.budget.usedInAll, cost);
  t.false("budget" in (await member.api.get(`/v1/projects/${projectId}`)).body);
  const { defaultProjectId } = (await owner.api.get("/v1/projects")).body;
  t.deepEqual(refused(await owner.api.patch(`/v1/projects/${defaultProjectId}`, { budget: {} })), OVER);
});

test("what a publish causes counts against the publisher's limit: the translation after it, and runs of triggers that hear it (rules/billing 39)", async (t) => {
  const [owner, bob] = [await signUp(kiln.url), await signUp(kiln.url)];
  const projectId = await makeProject(owner, [bob]);
  const settings = await owner.api.put(`/v1/projects/${projectId}/content/settings`, {
    defaultLocale: "en",
    locales: ["en", "de"].map((code) => ({ code, title: code })),
    translation: { autoTranslateOnPublish: true },
  });
  t.is(settings.status, 200, JSON.stringify(settings.body));
  await makeArticles(owner.api, projectId);
  const workflow = await makeWorkflow(owner.api, graphOf([picture("a", "one")]), { projectId });
  const triggers = `/v1/workflows/${workflow}/triggers`;
  const heard = await owner.session.post(triggers, { dailyCredits: 100, event: { type: "article" } });
  t.is(heard.status, 200, JSON.stringify(heard.body));
  const publish = async (api: Client, title: string) => {
    const id = await makeArticle(owner.api, projectId, { title });
    t.is((await api.post(`/v1/content/documents/${id}/publish`, { baseVersion: 1 })).status, 200);
  };
  const fires = async () => (await owner.api.get(`${triggers}/${heard.body.trigger.id}/log`)).body.fires;
  const jobs = () => kiln.host.read.find(TranslationJob, { projectId }, { order: { createdAt: "ASC" } });
  const { api, used, id: keyId } = await keyOf(bob, { totalCredits: 0 });
  await publish(api, "one");
  await until(async () => (await fires())[0]?.status === "refused");
  t.regex((await fires())[0].detail, /This API key may spend 0 credits in all/);
  await until(async () => (await jobs())[0]?.status === "failed");
  t.regex(JSON.stringify((await jobs())[0]), /This API key may spend 0 credits in all/);
  t.is(await used(), 0);

  await bob.session.patch(`/v1/api-keys/${keyId}`, { budget: { totalCredits: 1000 } });
  await publish(api, "two");
  await until(async () => (await fires())[0]?.status === "started");
  const run = await waitForRun(owner.api, workflow, (await fires())[0].runId);
  await until(async () => (await jobs())[1]?.status === "complete");
  t.is(await used(), run.nodeResults.a.costCredits + ((await jobs())[1]?.creditsSpent ?? NaN));

  await publish(owner.api, "three");
  await until(async () => (await jobs())[2]?.status === "complete");
  t.is((await jobs())[2]?.budgetId, null, "a publisher without a limit");
});

test("an agent's limit is set at its grant, holds for tokens that it has and those that it fetches, and is told as a sentence (rules/identity 39; rules/mcp 17)", async (t) => {
  const { accessToken, refresh, grantId, person } = await connectedAgent(kiln);
  const set = (budget: object | null) => person.session.patch(`/v1/oauth/grants/${grantId}`, { budget });
  t.like((await set({ totalCredits: 0 })).body.grant.budget, { totalCredits: 0, usedInAll: 0 });
  for (const token of [accessToken, await refresh()]) {
    const agent = await connectAgent(kiln.url, token);
    const answer = await callTool(agent, "generate", { ...mockRequest(), waitSeconds: 0 });
    t.true(answer.isError);
    t.regex(answer.text, /This connected agent may spend 0 credits in all/);
    await agent.close();
  }
  t.is((await set(null)).body.grant.budget, null);
  const agent = await connectAgent(kiln.url, await refresh());
  t.false((await callTool(agent, "generate", { ...mockRequest(), waitSeconds: 0 })).isError);
  await agent.close();
  t.deepEqual(refused(await ann.session.patch(`/v1/oauth/grants/${grantId}`, { budget: null })), [
    404,
    "not_found",
  ]);
});

test("a key or an agent that is limited to a project spends in that one only, whoever pays, and is told which (rules/identity 39)", async (t) => {
  const { accessToken, grantId, person } = await connectedAgent(kiln);
  const projectId = await makeProject(ann);
  await joinProject(ann, projectId, person);
  const home: string = (await person.api.get("/v1/projects")).body.defaultProjectId;
  const { id, api } = await keyOf(person, { projectId });
  const elsewhere = await api.post("/v1/generations", mockRequest());
  t.deepEqual(refused(elsewhere), OVER);
  t.regex(
    elsewhere.body.error.message,
    new RegExp(`This API key may spend in the project ${projectId} only: send it as projectId\\.`),
  );
  t.deepEqual(refused(await api.post("/v1/generations", { ...mockRequest(), projectId: home })), OVER);
  t.is((await api.post("/v1/generations", { ...mockRequest(), projectId })).status, 200);
  t.deepEqual(refused(await api.post("/v1/api-keys", { name: "free", scopes: ["generation:rw"] })), OVER);

  const set = (budget: object | null) => person.session.patch(`/v1/api-keys/${id}`, { budget });
  t.like((await set({ projectId: home })).body.apiKey.budget, { projectId: home, dailyCredits: null });
  const own = await api.post("/v1/generations", { ...mockRequest(), projectId });
  t.regex(own.body.error.message, new RegExp(`default project only: leave projectId out, or send ${home}`));
  for (const more of [{}, { projectId: home }])
    t.is((await api.post("/v1/generations", { ...mockRequest(), ...more })).status, 200);
  const runs = await keyOf(person, { projectId });
  const workflow = await makeWorkflow(runs.api, graphOf([picture("a", "a pot")]));
  t.deepEqual(refused(await runs.api.post(`/v1/workflows/${workflow}/execute`)), OVER);

  const stranger = await makeProject(await signUp(kiln.url));
  t.deepEqual(refused(await set({ projectId: stranger })), [404, "not_found"]);
  t.deepEqual(refused(await set({ projectId: "mine" })), [400, "invalid_params"]);

  const grant = (budget: object) => person.session.patch(`/v1/oauth/grants/${grantId}`, { budget });
  t.like((await grant({ projectId })).body.grant.budget, { projectId, askAboveCredits: null });
  const agent = await connectAgent(kiln.url, accessToken);
  const outside = await callTool(agent, "generate", { ...mockRequest(), waitSeconds: 0 });
  t.true(outside.isError);
  t.regex(outside.text, new RegExp(`This connected agent may spend in the project ${projectId} only`));
  t.false((await callTool(agent, "generate", { ...mockRequest(), projectId, waitSeconds: 0 })).isError);
  await agent.close();
});
