import test from "ava";
import { WorkflowTrigger } from "../../../entities/workflow-trigger.js";
import { mockTextModel } from "../../../plugins/providers/mock/mock-text-model.js";
import { currentCaller } from "../../../runtime/concurrency/current-call.js";
import type { Kiln } from "../../../start.js";
import { makeArticle, makeArticles } from "../../helpers/articles.js";
import { Client, type Person, signUp } from "../../helpers/client.js";
import { lendTextModel, marked } from "../../helpers/lend-text-model.js";
import { makeProject } from "../../helpers/make-project.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";
import {
  type GraphNode,
  graphOf,
  makeWorkflow,
  picture,
  promptNode,
  waitForRun,
} from "../../helpers/workflows.js";

let kiln: Kiln;
let operator: Person;
test.before(async () => {
  kiln = await startKiln({ TRIGGER_MIN_SECONDS: "1" });
  operator = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

const WORDS = graphOf([promptNode("p", "words")]);
const triggersOf = (id: string) => `/v1/workflows/${id}/triggers`;

interface Fire {
  tick: string;
  status: string;
  runId: string | null;
  detail: string | null;
}

async function makeTrigger(api: Client, workflowId: string, body: object) {
  const made = await api.post(triggersOf(workflowId), { dailyCredits: 100, ...body });
  if (made.status !== 200) throw new Error(`trigger: ${JSON.stringify(made.body)}`);
  const { trigger } = made.body;
  const path = `${triggersOf(workflowId)}/${trigger.id}`;
  return { trigger, path, log: async (): Promise<Fire[]> => (await api.get(`${path}/log`)).body.fires };
}
const call = (url: string, body: object = {}) => new Client("", {}).post(url, body);

test("a schedule starts a run at each tick, once, as its owner; switched off it stops (rules/workflows 27)", async (t) => {
  const person = await signUp(kiln.url);
  const id = await makeWorkflow(person.api, WORDS);
  const { trigger, path, log } = await makeTrigger(person.api, id, { schedule: { cron: "* * * * * *" } });
  t.like(trigger, { kind: "schedule", enabled: true, ownerId: person.id, dailyCredits: 100, spentToday: 0 });
  t.is(trigger.schedule.timeZone, "UTC");
  await until(async () => (await log()).filter(({ status }) => status === "started").length >= 3);
  const off = await person.api.patch(path, { enabled: false });
  t.like(off.body.trigger, { enabled: false, nextAt: null });
  const fires = await log();
  const ticks = fires.map(({ tick }) => Date.parse(tick)).toSorted((a, b) => a - b);
  for (const [index, tick] of ticks.entries())
    t.is(tick, (ticks[0] ?? 0) + 1000 * index, "each second, once");
  // The newest fire may still be about to start its run.
  const first = fires.find(({ status }) => status === "started");
  const run = await waitForRun(person.api, id, first?.runId ?? "");
  t.like(run, { status: "complete", userId: person.id });
  t.is((await person.api.delete(path)).status, 200);
  t.is((await person.api.get(path)).status, 404);
});

test("what cannot be a trigger is refused with the reason", async (t) => {
  const person = await signUp(kiln.url);
  const id = await makeWorkflow(person.api, graphOf([promptNode("p", "x"), picture("i")]));
  const cases: [object, RegExp][] = [
    [{}, /exactly one of schedule, event and inbound/],
    [{ schedule: { cron: "* * * * *" }, inbound: {} }, /exactly one/],
    [{ schedule: { cron: "61 * * * *" } }, /schedule\.cron must be a cron expression.*61/],
    [{ schedule: { cron: "0 0 30 2 *" } }, /matches no future time/],
    [{ schedule: { cron: "* * * * * * 2030" } }, /five fields, or six/],
    [{ schedule: { cron: "@hourly" } }, /five fields, or six/],
    [{ schedule: { cron: "2030-01-01T00:00:00" } }, /five fields, or six/],
    [{ schedule: { cron: "0 9 * * *", timeZone: "Mars/Base" } }, /IANA time zone/],
    [{ schedule: { cron: "0 9 * * *", timeZone: "+02:00" } }, /IANA time zone/],
    [{ event: { type: "ghost" } }, /there is no content type "ghost"/],
    [{ inbound: {}, inputs: { ghost: { text: "x" } } }, /no node ghost in this workflow/],
    [{ inbound: {}, inputs: { i: { text: "x" } } }, /generateImage nodes don't take run inputs/],
    [{ inbound: {}, dailyCredits: -1 }, /dailyCredits must be a whole number/],
    [{ inbound: {}, dailyCredits: null }, /dailyCredits/],
    [{ inbound: { secret: "x" } }, /secret/],
  ];
  for (const [body, message] of cases) {
    const { status, body: answer } = await person.api.post(triggersOf(id), { dailyCredits: 1, ...body });
    t.is(status, 400, JSON.stringify(answer));
    t.regex(answer.error.message, message);
  }
});

test("an inbound address starts a run with what it brings; a wrong signature, an old address and a repeat do not (rules/workflows 34)", async (t) => {
  const person = await signUp(kiln.url);
  const id = await makeWorkflow(person.api, WORDS);
  const { trigger, path, log } = await makeTrigger(person.api, id, { inbound: {} });
  const { url } = trigger;
  const first = await call(url, { inputs: { p: { text: "from outside" } }, eventId: "order 7" });
  t.is(first.status, 200, JSON.stringify(first.body));
  t.like(first.body.fire, { status: "started", tick: "order 7" });
  const run = await waitForRun(person.api, id, first.body.fire.runId);
  t.is(run.nodeResults.p.output.value, "from outside");
  const repeats = await Promise.all([1, 2, 3].map(() => call(url, { eventId: "order 7" })));
  for (const { body } of repeats) t.is(body.fire.runId, run.id);
  t.is((await log()).length, 1);
  const bad = await call(url, { inputs: { ghost: { text: "x" } } });
  t.like(bad.body.fire, { status: "refused", detail: "inputs: no node ghost in this workflow" });
  t.is((await call(url, { input: {} })).status, 400);
  t.is((await call(url.replace(/signature=..../, "signature=AAAA"))).status, 403);
  t.is((await call(url.split("?")[0])).status, 400);
  t.is((await call(url.replace(trigger.id, crypto.randomUUID()))).status, 404);
  const rotated = (await person.api.patch(path, { rotateUrl: true })).body.trigger;
  t.is((await call(url)).status, 403, "the old address");
  t.is((await call(rotated.url)).status, 200);
  await person.api.patch(path, { enabled: false });
  t.is((await call(rotated.url)).status, 409);
});

test("a publish of a type starts a run with the document; a run's own publish starts none (rules/workflows 35)", async (t) => {
  const [ann, bob] = [await signUp(kiln.url), await signUp(kiln.url)];
  const projectId = await makeProject(ann, [bob]);
  await makeArticles(ann.api, projectId);
  const rank: GraphNode = { id: "rank", type: "setField", data: { field: "rank", value: "9" } };
  const id = await makeWorkflow(
    bob.api,
    graphOf(
      [promptNode("doc", "none"), rank, { id: "out", type: "publish" }],
      ["doc>rank:document", "rank>out"],
    ),
    { projectId },
  );
  const event = { type: "article", documentInput: "doc" };
  const { log } = await makeTrigger(bob.api, id, { event });
  const article = await makeArticle(ann.api, projectId, { title: "one" });
  t.is((await ann.api.post(`/v1/content/documents/${article}/publish`, { baseVersion: 1 })).status, 200);
  await until(async () => (await log())[0]?.status === "started");
  const [fire] = await log();
  const run = await waitForRun(ann.api, id, fire?.runId ?? "");
  t.like(run, { status: "complete", userId: bob.id }, JSON.stringify(run));
  const { document } = (await ann.api.get(`/v1/content/documents/${article}`)).body;
  t.like(document, { status: "published", draftVersion: 2 });
  t.is(document.published.rank, 9);
  const again = await ann.api.post(`/v1/content/documents/${article}/publish`, { baseVersion: 2 });
  t.is(again.status, 200, "nothing to publish");
  t.is((await log()).length, 1, "the run's publish fired nothing, nor did one that did nothing");
});

test("a trigger's day has a budget: what is spent counts, what was held and not spent does not (rules/workflows 33)", async (t) => {
  const person = await signUp(kiln.url);
  const id = await makeWorkflow(person.api, graphOf([picture("i", "x"), picture("j", "[fail] y")]));
  const price = (await person.api.post(`/v1/workflows/${id}/estimate`)).body.nodes[0].estimatedCredits;
  const { trigger, path } = await makeTrigger(person.api, id, { inbound: {}, dailyCredits: 2 * price });
  const first = (await call(trigger.url)).body.fire;
  const run = await waitForRun(person.api, id, first.runId);
  t.is(run.nodeResults.i.costCredits, price);
  t.is(run.nodeResults.j.costCredits, 0);
  t.is((await person.api.get(path)).body.trigger.spentToday, price, "the failed one gave back what it took");
  await person.api.patch(path, { dailyCredits: 2 * price - 1 });
  const refused = (await call(trigger.url)).body.fire;
  t.is(refused.status, "refused");
  t.regex(refused.detail, /daily budget of the trigger/);
  await person.api.patch(path, { dailyCredits: 2 * price });
  const graph = graphOf([picture("i", "x"), picture("j", "y"), picture("k", "z")], []);
  await person.api.patch(`/v1/workflows/${id}`, { graph });
  const last = await waitForRun(person.api, id, (await call(trigger.url)).body.fire.runId);
  const failed = Object.values(
    last.nodeResults as Record<string, { status: string; detail?: string }>,
  ).filter(({ status }) => status === "error");
  t.is(failed.length, 2, JSON.stringify(last.nodeResults));
  for (const { detail } of failed) t.regex(detail ?? "", /daily budget of the trigger/);
  t.is((await person.api.get(path)).body.trigger.spentToday, 2 * price);
});

test("members see triggers and not their addresses; who is not the owner may switch off or delete, if the project is theirs (rules/workflows 34)", async (t) => {
  const [ann, bob, eve] = [await signUp(kiln.url), await signUp(kiln.url), await signUp(kiln.url)];
  const projectId = await makeProject(ann, [bob, eve]);
  const id = await makeWorkflow(bob.api, WORDS, { projectId });
  const { trigger, path, log } = await makeTrigger(bob.api, id, { inbound: {} });
  t.is((await operator.api.get(path)).status, 404);
  t.is((await operator.api.post(triggersOf(id), { inbound: {}, dailyCredits: 1 })).status, 404);
  const seen = (await eve.api.get(triggersOf(id))).body;
  t.is(seen.total, 1);
  t.false("url" in seen.triggers[0]);
  t.is((await eve.api.patch(path, { enabled: false })).status, 403);
  t.is((await eve.api.delete(path)).status, 403);
  t.is((await ann.api.patch(path, { dailyCredits: 5 })).status, 403);
  t.is((await ann.api.patch(path, { enabled: false })).status, 200);
  t.is((await bob.api.patch(path, { enabled: true })).status, 200);
  await ann.api.delete(`/v1/projects/${projectId}/members/${bob.id}`);
  const fire = (await call(trigger.url)).body.fire;
  t.like(fire, { status: "refused", detail: "Unknown workflow." });
  t.is((await ann.api.get(`${path}/log`)).body.fires[0].status, "refused");
  t.is((await ann.api.delete(path)).status, 200);
  t.is((await log().catch(() => null)) ?? null, null);
});

test("an inbound address is told to nobody who could not start the run, and to no key that has a limit (rules/workflows 34)", async (t) => {
  const person = await signUp(kiln.url);
  const id = await makeWorkflow(person.api, WORDS);
  const { trigger, path } = await makeTrigger(person.api, id, { inbound: {} });
  const seenWith = async (body: object) => {
    const { secret } = (await person.session.post("/v1/api-keys", { name: "k", ...body })).body;
    return (await new Client(kiln.url, { authorization: `Bearer ${secret}` }).get(path)).body.trigger.url;
  };
  t.is(await seenWith({ scopes: ["workflows:rw"] }), trigger.url);
  t.is(await seenWith({ scopes: ["workflows:read"] }), undefined);
  t.is(await seenWith({ scopes: ["workflows:rw"], budget: { dailyCredits: 5 } }), undefined);
});

test("a trigger whose day is used up translates nothing, and what a translation cost counts for the day (rules/workflows 33)", async (t) => {
  const person = await signUp(kiln.url);
  const { body } = await person.api.get("/v1/projects");
  const projectId = body.projects[0].id;
  await person.api.put(`/v1/projects/${projectId}/content/settings`, {
    defaultLocale: "en",
    locales: ["en", "de"].map((code) => ({ code, title: code })),
  });
  await makeArticles(person.api, projectId);
  const documentId = await makeArticle(person.api, projectId, { title: "one" });
  const graph = graphOf([{ id: "n", type: "translate", data: { documentId } }]);
  const id = await makeWorkflow(person.api, graph);
  const { trigger, path } = await makeTrigger(person.api, id, { inbound: {}, dailyCredits: 0 });
  const refused = await waitForRun(person.api, id, (await call(trigger.url)).body.fire.runId);
  t.is(refused.status, "error");
  t.regex(JSON.stringify(refused.nodeResults.n), /daily budget of the trigger, 0 credits/);
  await person.api.patch(path, { dailyCredits: 100 });
  const run = await waitForRun(person.api, id, (await call(trigger.url)).body.fire.runId);
  t.is(run.status, "complete", JSON.stringify(run.nodeResults));
  t.true(run.nodeResults.n.costCredits > 0);
  t.is((await person.api.get(path)).body.trigger.spentToday, run.nodeResults.n.costCredits);
});

test("a stopped run gives back what its steps did not cost, and resumed it counts once (rules/workflows 33)", async (t) => {
  const person = await signUp(kiln.url);
  const id = await makeWorkflow(
    person.api,
    graphOf([picture("done", "x"), picture("slow", "[slow=600] y")], []),
  );
  const price = (await person.api.post(`/v1/workflows/${id}/estimate`)).body.nodes[0].estimatedCredits;
  const { trigger, path } = await makeTrigger(person.api, id, { inbound: {}, dailyCredits: 10 * price });
  const spent = async (): Promise<number> => (await person.api.get(path)).body.trigger.spentToday;
  const { runId } = (await call(trigger.url)).body.fire;
  const run = `/v1/workflows/${id}/runs/${runId}`;
  await until(async () => (await person.api.get(run)).body.run.nodeResults.done.status === "complete");
  await until(async () => (await spent()) === 2 * price);
  for (let count = 0; count < 2; count += 1) {
    t.is((await person.api.post(`${run}/stop`)).status, 200);
    t.is(await spent(), price, "what is complete");
    t.is((await person.api.post(`${run}/resume`)).status, 200);
    await until(async () => (await spent()) === 2 * price);
  }
  t.is((await person.api.post(`${run}/stop`)).status, 200);
  t.is(await spent(), price);
});

test("the runs of a deleted trigger go on and are resumed, and pay for their later nodes (rules/workflows 28 and 49)", async (t) => {
  const person = await signUp(kiln.url);
  const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const { id: model } = lendTextModel(
    kiln,
    async (request) => marked(request),
    async (request, context) => {
      ask();
      await allowed;
      return mockTextModel.generate(request, context);
    },
  );
  const first: GraphNode = { id: "a", type: "generateText", data: { model, instruction: "one" } };
  const id = await makeWorkflow(person.api, graphOf([first, picture("b")], ["a:text>b:prompt"]));
  const { trigger, path } = await makeTrigger(person.api, id, { inbound: {} });
  const { runId } = (await call(trigger.url)).body.fire;
  await asked;
  t.is((await person.api.delete(path)).status, 200);
  const run = `/v1/workflows/${id}/runs/${runId}`;
  t.is((await person.api.post(`${run}/stop`)).status, 200);
  await until(async () => (await person.api.post(`${run}/resume`)).status === 200);
  allow();
  const resumed = await waitForRun(person.api, id, runId);
  t.is(resumed.status, "complete", JSON.stringify(resumed.nodeResults));
  t.true(resumed.nodeResults.b.costCredits > 0);
  const sql = "SELECT id FROM workflow_trigger_days WHERE triggerId = ?";
  await until(async () => (await kiln.host.read.query(sql, [trigger.id])).length === 0);
});

test("a project has a bounded number of triggers that hear its publishes, also when they come at once", async (t) => {
  const [ann, bob] = [await signUp(kiln.url), await signUp(kiln.url)];
  const projectId = await makeProject(ann, [bob]);
  await makeArticles(ann.api, projectId);
  const graph = graphOf([promptNode("p", "words")]);
  const [one, other] = [
    await makeWorkflow(ann.api, graph, { projectId }),
    await makeWorkflow(bob.api, graph, { projectId }),
  ];
  const make = (api: Client, id: string, more: object = {}) =>
    api.post(triggersOf(id), { dailyCredits: 1, event: { type: "article" }, ...more });
  const first = (await make(ann.api, one)).body.trigger;
  const row = await kiln.host.read.findOne(WorkflowTrigger, { id: first.id });
  await kiln.host.transact(async (tx) => {
    for (let count = 0; count < 17; count += 1)
      await tx.insert(WorkflowTrigger, { ...row, id: crypto.randomUUID(), workflowId: other } as never);
  });
  const made = await Promise.all([one, other].flatMap((id) => [make(bob.api, id), make(ann.api, id)]));
  t.deepEqual(made.map(({ status }) => status).toSorted(), [200, 200, 409, 409]);
  for (const { status, body } of made)
    if (status === 409) t.regex(body.error.message, /at most 20 enabled triggers that hear its publishes/);
  const off = await make(ann.api, one, { enabled: false });
  t.is(off.status, 200);
  const path = `${triggersOf(one)}/${off.body.trigger.id}`;
  t.is((await ann.api.patch(path, { enabled: true })).status, 409);
  await ann.api.patch(`${triggersOf(one)}/${first.id}`, { enabled: false });
  t.is((await ann.api.patch(path, { enabled: true })).status, 200);
  t.is((await ann.api.patch(path, { dailyCredits: 2 })).status, 200, "it counts once");
});

test("a trigger names no project that its maker does not see, as a start does not (rules/workflows 12)", async (t) => {
  const [person, other] = [await signUp(kiln.url), await signUp(kiln.url)];
  const id = await makeWorkflow(person.api, WORDS);
  for (const projectId of [await makeProject(other), crypto.randomUUID()]) {
    const { status, body } = await person.api.post(triggersOf(id), {
      inbound: {},
      dailyCredits: 1,
      projectId,
    });
    t.is(status, 404, JSON.stringify(body));
    t.is(body.error.message, "Unknown project.");
  }
  t.is((await person.api.get(triggersOf(id))).body.total, 0);
});

test("a tick that was fired is not fired again, and the schedule goes on, when a clock that is behind computes it anew (rules/workflows 27)", async (t) => {
  const person = await signUp(kiln.url);
  const id = await makeWorkflow(person.api, WORDS);
  const { trigger, path, log } = await makeTrigger(person.api, id, { schedule: { cron: "* * * * * *" } });
  await until(async () => (await log()).length > 0);
  const [fired] = await log();
  await kiln.host.transact(async (tx) => {
    await tx.update(WorkflowTrigger, { id: trigger.id }, { nextAt: Date.parse(fired?.tick ?? "") });
    await kiln.host.tasks.enqueue(tx, { queue: "workflows.schedule", subject: trigger.id, payer: person.id });
  });
  const count = (await log()).length;
  await until(async () => (await log()).length > count);
  const ticks = (await log()).map(({ tick }) => tick);
  t.is(new Set(ticks).size, ticks.length);
  await person.api.patch(path, { enabled: false });
});

test("calls of addresses take turns as one caller, and once they are signed in as the trigger's owner (rules/running 24; rules/workflows 34)", async (t) => {
  const person = await signUp(kiln.url);
  const id = await makeWorkflow(person.api, WORDS);
  const { trigger } = await makeTrigger(person.api, id, { inbound: {} });
  const callers: (string | null)[] = [];
  const { read } = kiln.host;
  const { findOne } = read;
  read.findOne = ((entity: unknown, where: { id?: string }, ...rest: []) => {
    if (entity === WorkflowTrigger && where.id === trigger.id) callers.push(currentCaller());
    return findOne.call(read, entity as typeof WorkflowTrigger, where, ...rest);
  }) as typeof findOne;
  try {
    t.is((await call(trigger.url)).body.fire.status, "started");
  } finally {
    read.findOne = findOne;
  }
  t.deepEqual([...new Set(callers)], ["inbound triggers", person.id]);
});

test("an account has at most 200 triggers, of all its workflows, also when they come at once (rules/workflows 33)", async (t) => {
  const person = await signUp(kiln.url);
  const id = await makeWorkflow(person.api, WORDS);
  const { trigger } = await makeTrigger(person.api, id, { inbound: {}, enabled: false });
  await kiln.host.transact(async (tx) => {
    const row = await tx.findOne(WorkflowTrigger, { id: trigger.id });
    for (let n = 1; n < 199; n += 1)
      await tx.insert(WorkflowTrigger, {
        ...row,
        id: crypto.randomUUID(),
        workflowId: crypto.randomUUID(),
      } as never);
  });
  const others = [];
  for (let n = 0; n < 6; n += 1) others.push(await makeWorkflow(person.api, WORDS));
  const last = await Promise.all(
    others.map((other) => person.api.post(triggersOf(other), { inbound: {}, dailyCredits: 0 })),
  );
  t.deepEqual(last.map(({ status }) => status).toSorted(), [200, 409, 409, 409, 409, 409]);
  for (const { status, body } of last)
    if (status === 409) t.regex(body.error.message, /at most 200 triggers/);
  t.is((await person.api.delete(`${triggersOf(id)}/${trigger.id}`)).status, 200);
  t.is((await person.api.post(triggersOf(id), { inbound: {}, dailyCredits: 0 })).status, 200);
});
