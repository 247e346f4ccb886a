import { randomUUID } from "node:crypto";
import test from "ava";
import sharp from "sharp";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { makeProject } from "../../helpers/make-project.js";
import { setBalance } from "../../helpers/set-balance.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { upload } from "../../helpers/upload.js";
import { graphOf, makeWorkflow, picture, promptNode, runToEnd, waitForRun } from "../../helpers/workflows.js";

let kiln: Kiln;
let ann: Person;
let bob: Person;
let png: Buffer;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
  bob = await signUp(kiln.url);
  png = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
    .png()
    .toBuffer();
});
test.after.always(() => kiln?.stop());

const remaining = async (person: Person) =>
  (await person.api.get("/v1/account")).body.remainingCredits as number;
const entriesOf = async (person: Person) =>
  (
    (await person.api.get("/v1/usage")).body.entries as { kind: string; ref: string; deltaCredits: number }[]
  ).filter(({ kind }) => kind === "generation");
const execute = (person: Person, id: string, body: object = {}) =>
  person.api.post(`/v1/workflows/${id}/execute`, body);

test("a run goes through its nodes, and is charged node by node (rules/workflows 14)", async (t) => {
  const person = await signUp(kiln.url);
  const before = await remaining(person);
  const id = await makeWorkflow(
    person.api,
    graphOf(
      [
        promptNode("p", "a red fox"),
        picture("i"),
        { id: "o", type: "output" },
        { id: "t", type: "generateText", data: { instruction: "Describe:" } },
      ],
      ["p>i", "i>o", "p>t"],
    ),
  );
  const run = await runToEnd(person.api, id);
  t.is(run.status, "complete", JSON.stringify(run));
  t.is(run.workflowId, id);
  t.is(run.userId, person.id);
  t.truthy(run.completedAt);
  t.deepEqual(Object.keys(run.nodeResults), ["p", "i", "o", "t"]);
  const { p, i, o, t: text } = run.nodeResults;
  t.deepEqual(p.output, { type: "text", value: "a red fox" });
  t.deepEqual(p.outputs, { text: p.output });
  t.is(i.output.type, "image");
  t.is((await fetch(i.output.value)).headers.get("content-type"), "image/png");
  t.is(o.output.storageId, i.output.storageId);
  t.regex(text.output.value, /Describe:\n\na red fox$/);
  const entries = await entriesOf(person);
  t.is(entries.length, 2);
  t.true(entries.some(({ ref }) => ref === run.id));
  const [job] = (await person.api.get("/v1/generations")).body.jobs;
  t.is(job.params.prompt, "a red fox");
  t.true(entries.some(({ ref }) => ref === job.id));
  t.is(before - (await remaining(person)), i.costCredits + text.costCredits);
  t.is(i.costCredits, job.costCredits);
  const again = (await person.api.get(`/v1/workflows/${id}/runs/${run.id}`)).body.run;
  t.deepEqual(again, run);
});

test("a run's inputs stand in for saved values, which stay (rules/workflows 11)", async (t) => {
  const storageId = await upload(ann.api, "image/png", png);
  const graph = graphOf(
    [
      promptNode("p", "saved"),
      { id: "g", type: "generateText", data: { instruction: "saved" } },
      { id: "m", type: "imageInput", data: { label: "kept" } },
      { id: "o", type: "output" },
    ],
    ["p>o", "g>o", "m>o"],
  );
  const id = await makeWorkflow(ann.api, graph);
  const inputs = { p: { text: "given" }, g: { text: "write this" }, m: { storageId } };
  const run = await runToEnd(ann.api, id, { inputs });
  t.is(run.status, "complete", JSON.stringify(run));
  t.is(run.nodeResults.p.output.value, "given");
  t.regex(run.nodeResults.g.output.value, /write this$/);
  t.is(run.nodeResults.m.output.storageId, storageId);
  t.deepEqual(
    Object.values(run.nodeResults.o.outputs).map((output) => (output as { type: string }).type),
    ["text", "text", "image"],
  );
  t.deepEqual((await ann.api.get(`/v1/workflows/${id}`)).body.workflow.graph, graph);
});

test("inputs that a run cannot take are refused, and nothing is started (rules/workflows 9, 10 and 13)", async (t) => {
  const sound = await upload(ann.api, "audio/wav", Buffer.from("RIFF"));
  const foreign = await upload(bob.api, "image/png", png);
  const id = await makeWorkflow(
    ann.api,
    graphOf([
      promptNode("p", "x"),
      { id: "m", type: "imageInput" },
      { id: "s", type: "audioInput" },
      picture("i", "x"),
    ]),
  );
  const cases: [unknown, RegExp | string][] = [
    [[], /inputs must be an object/],
    ["x", /inputs must be an object/],
    [{ ghost: { text: "x" } }, "inputs: no node ghost in this workflow"],
    [{ i: { text: "x" } }, "inputs.i: generateImage nodes don't take run inputs"],
    [{ s: { storageId: sound } }, "inputs.s: audioInput nodes don't take run inputs"],
    [{ p: {} }, /inputs\.p\.text is required/],
    [{ p: { text: "  " } }, /inputs\.p\.text is required/],
    [{ p: null }, /inputs\.p must be an object/],
    [JSON.parse('{ "__proto__": { "text": "x" } }'), /^inputs: unknown field "__proto__"/],
    [JSON.parse('{ "p": { "text": "x", "__proto__": 1 } }'), /^inputs\.p: unknown field "__proto__"/],
    [{ m: {} }, /inputs\.m\.storageId is required/],
    [{ m: { storageId: "x" } }, "Unknown or uncommitted storageId"],
    [{ m: { storageId: randomUUID() } }, "Unknown or uncommitted storageId"],
    [{ m: { storageId: foreign } }, "Unknown or uncommitted storageId"],
    [{ m: { storageId: sound } }, /must be of kind image/],
  ];
  for (const [inputs, message] of cases) {
    const answer = await execute(ann, id, { inputs });
    t.is(answer.status, 400, JSON.stringify(answer.body));
    t.is(answer.body.error.code, "invalid_params");
    if (typeof message === "string") t.is(answer.body.error.message, message);
    else t.regex(answer.body.error.message, message);
  }
  t.is((await ann.api.get(`/v1/workflows/${id}/runs`)).body.total, 0);
  const empty = await execute(ann, await makeWorkflow(ann.api, graphOf([])));
  t.is(empty.status, 400);
  t.regex(empty.body.error.message, /no nodes/);
  t.is((await execute(ann, id, { inptus: {} })).status, 400);
  t.is((await execute(ann, id, { wait: "yes" })).status, 400);
});

test("execute answers 402 when the first paid node cannot be afforded; nothing is started or charged (rules/workflows 20)", async (t) => {
  const person = await signUp(kiln.url);
  const id = await makeWorkflow(person.api, graphOf([promptNode("p", "x"), picture("i")], ["p>i"]));
  const free = await makeWorkflow(person.api, graphOf([promptNode("p", "x")]));
  await setBalance(ann, person, 0);
  const answer = await execute(person, id);
  t.is(answer.status, 402, JSON.stringify(answer.body));
  t.is(answer.body.error.code, "insufficient_credits");
  t.is((await person.api.get(`/v1/workflows/${id}/runs`)).body.total, 0);
  t.is((await runToEnd(person.api, free)).status, "complete");
  const project = await makeProject(person, [ann]);
  const shared = await makeWorkflow(ann.api, graphOf([picture("i", "x")]), { projectId: project });
  const refused = await execute(ann, shared);
  t.is(refused.status, 402);
  t.is(refused.body.error.code, "owner_insufficient_credits");
});

test("a balance that runs out in the middle ends that node, and completed ones stay charged (rules/workflows 20 and 21)", async (t) => {
  const person = await signUp(kiln.url);
  const id = await makeWorkflow(
    person.api,
    graphOf(
      [
        picture("first", "one"),
        { id: "later", type: "generateImage", data: { model: "mock-image", prompt: "two", numImages: 4 } },
        { id: "o", type: "output" },
      ],
      ["first>later:references", "later>o"],
    ),
  );
  const price = (
    await person.api.post("/v1/estimates", {
      model: "mock-image",
      params: { kind: "image", prompt: "one", aspectRatio: "1:1", numImages: 1 },
    })
  ).body.estimatedCredits as number;
  await setBalance(ann, person, price);
  const run = await runToEnd(person.api, id);
  t.is(run.status, "error");
  t.is(run.nodeResults.first.status, "complete");
  t.is(run.nodeResults.later.status, "error");
  t.regex(run.nodeResults.later.detail, /credits/i);
  t.is(run.nodeResults.o.status, "skipped");
  t.is(await remaining(person), 0);
});

test("only who started a run stops it; what is complete stays, and stays charged (rules/workflows 18, 21 and 22)", async (t) => {
  const owner = await signUp(kiln.url);
  const project = await makeProject(owner, [bob]);
  const id = await makeWorkflow(
    bob.api,
    graphOf(
      [
        picture("quick", "x"),
        picture("slow", "[slow=30] x"),
        { id: "after", type: "output" },
        { id: "text", type: "generateText", data: { instruction: "[slow=30] write" } },
      ],
      ["slow>after"],
    ),
    { projectId: project },
  );
  const before = await remaining(owner);
  const { run } = (await execute(bob, id)).body;
  const end = Date.now() + 20_000;
  for (;;) {
    const now = (await owner.api.get(`/v1/workflows/${id}/runs/${run.id}`)).body.run;
    if (now.nodeResults.quick.status === "complete" && now.nodeResults.text.status === "running") break;
    if (Date.now() > end) return t.fail(JSON.stringify(now));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const forbidden = await owner.api.post(`/v1/workflows/${id}/runs/${run.id}/stop`);
  t.is(forbidden.status, 403);
  t.is(forbidden.body.error.code, "forbidden");
  const stopped = await bob.api.post(`/v1/workflows/${id}/runs/${run.id}/stop`);
  t.is(stopped.status, 200);
  t.is(stopped.body.run.status, "stopped");
  const { quick, slow, after, text } = stopped.body.run.nodeResults;
  t.deepEqual(
    [quick.status, slow.status, after.status, text.status],
    ["complete", "stopped", "stopped", "stopped"],
  );
  t.deepEqual((await bob.api.post(`/v1/workflows/${id}/runs/${run.id}/stop`)).body.run, stopped.body.run);
  const jobs = (await bob.api.get(`/v1/generations?projectId=${project}`)).body.jobs as { status: string }[];
  t.deepEqual(jobs.map(({ status }) => status).toSorted(), ["canceled", "succeeded"]);
  t.is(before - (await remaining(owner)), quick.costCredits);
  const held = await kiln.host.read.query("SELECT id FROM holds WHERE accountId = ?", [owner.id]);
  t.deepEqual(held, []);
  return undefined;
});

test("runs are listed newest first: of a project's workflow all members', of a personal one the caller's (rules/workflows 23 and 26)", async (t) => {
  const project = await makeProject(ann, [bob]);
  const id = await makeWorkflow(ann.api, graphOf([promptNode("p", "x")]), { projectId: project });
  const runs = [];
  for (const person of [ann, bob, ann]) runs.unshift((await runToEnd(person.api, id)).id);
  for (const person of [ann, bob]) {
    const { body } = await person.api.get(`/v1/workflows/${id}/runs`);
    t.deepEqual(
      body.runs.map((run: { id: string }) => run.id),
      runs,
    );
    t.is(body.total, 3);
    t.is((await person.api.get(`/v1/workflows/${id}/runs/${runs[1]}`)).status, 200);
  }
  const page = await bob.api.get(`/v1/workflows/${id}/runs?limit=1&offset=1`);
  t.deepEqual([page.body.runs[0].id, page.body.runs[0].userId, page.body.total], [runs[1], bob.id, 3]);
  for (const query of ["limit=0", "limit=101", "offset=x"])
    t.is((await ann.api.get(`/v1/workflows/${id}/runs?${query}`)).status, 400, query);
  t.is((await ann.api.get(`/v1/workflows/${id}/runs/${randomUUID()}`)).status, 404);
  const other = await makeWorkflow(ann.api, graphOf([promptNode("p", "x")]));
  t.is((await ann.api.get(`/v1/workflows/${other}/runs/${runs[0]}`)).status, 404);
});

test("projectId bills a personal workflow's run; a project's workflow takes no other one (rules/workflows 12)", async (t) => {
  const owner = await signUp(kiln.url);
  const project = await makeProject(owner, [bob]);
  const id = await makeWorkflow(bob.api, graphOf([picture("i", "x")]));
  const before = await remaining(owner);
  const run = await runToEnd(bob.api, id, { projectId: project });
  t.is(run.status, "complete", JSON.stringify(run));
  t.is(before - (await remaining(owner)), run.nodeResults.i.costCredits);
  t.is((await execute(bob, id, { projectId: randomUUID() })).status, 404);
  const { defaultProjectId } = (await bob.api.get("/v1/projects")).body;
  t.is((await runToEnd(bob.api, id, { projectId: defaultProjectId })).status, "complete");
  t.is(before - (await remaining(owner)), run.nodeResults.i.costCredits);
  const shared = await makeWorkflow(bob.api, graphOf([promptNode("p", "x")]), { projectId: project });
  t.is((await runToEnd(bob.api, shared, { projectId: project })).status, "complete");
  const other = await makeProject(bob);
  for (const projectId of [other, defaultProjectId]) {
    const refused = await execute(bob, shared, { projectId });
    t.is(refused.status, 400, JSON.stringify(refused.body));
    t.regex(refused.body.error.message, /projectId/);
  }
});

test("who may not pay, and what is not seen, comes before values; a foreign project before both (rules/edge 11)", async (t) => {
  const [owner, member] = [await signUp(kiln.url), await signUp(kiln.url)];
  const project = await makeProject(owner, [member]);
  const other = await makeProject(member);
  const id = await makeWorkflow(member.api, graphOf([picture("i", "x")]), { projectId: project });
  const personal = await makeWorkflow(member.api, graphOf([picture("i", "x")]));
  const change = (who: Person, suspended: boolean) =>
    ann.session.patch(`/v1/admin/accounts/${who.id}`, { suspended });
  const codeOf = async (workflow: string, body: object) =>
    [
      (await execute(member, workflow, body)).body.error?.code,
      (await member.api.post(`/v1/workflows/${workflow}/estimate`, body)).body.error?.code,
    ].join();
  const wrong = { inputs: { ghost: { text: "x" } } };
  t.is((await change(owner, true)).status, 200);
  t.is(await codeOf(id, wrong), "owner_account_suspended,owner_account_suspended");
  t.is(await codeOf(id, { projectId: other }), "owner_account_suspended,owner_account_suspended");
  t.is(await codeOf(id, { projectId: randomUUID() }), "not_found,not_found");
  t.is(
    await codeOf(personal, { ...wrong, projectId: project }),
    "owner_account_suspended,owner_account_suspended",
  );
  await change(owner, false);
  t.is(await codeOf(id, { projectId: other }), "invalid_params,invalid_params");
  await change(member, true);
  t.is(await codeOf(personal, { projectId: randomUUID() }), "not_found,not_found");
  t.is(await codeOf(personal, wrong), "account_suspended,account_suspended");
});

test("an Idempotency-Key starts one run, with wait and without (rules/edge 30; rules/workflows 25)", async (t) => {
  const id = await makeWorkflow(ann.api, graphOf([picture("i", "x")]));
  const headers = { "idempotency-key": randomUUID() };
  const [first, second] = await Promise.all([
    ann.api.post(`/v1/workflows/${id}/execute`, { wait: true }, { headers }),
    ann.api.post(`/v1/workflows/${id}/execute`, { wait: true }, { headers }),
  ]);
  t.is(first.status, 200, JSON.stringify(first.body));
  t.is(second.body.run.id, first.body.run.id);
  t.is(second.body.run.status, "complete");
  t.is((await ann.api.get(`/v1/workflows/${id}/runs`)).body.total, 1);
  const other = await ann.api.post(`/v1/workflows/${id}/execute`, { inputs: {} }, { headers });
  t.is(other.status, 409);
});

test("a later change of the workflow does not reach a run that goes on", async (t) => {
  const id = await makeWorkflow(
    ann.api,
    graphOf([picture("i", "[slow=1] x"), { id: "o", type: "output" }], ["i>o"]),
  );
  const { run } = (await execute(ann, id)).body;
  t.is((await ann.api.patch(`/v1/workflows/${id}`, { graph: graphOf([]) })).status, 200);
  const ended = await waitForRun(ann.api, id, run.id);
  t.is(ended.status, "complete");
  t.is(ended.nodeResults.o.status, "complete");
});

test("keys need workflows:read to look and workflows:rw to run (rules/identity 31)", async (t) => {
  const id = await makeWorkflow(ann.api, graphOf([promptNode("p", "x")]));
  const keyOf = async (scope: string) =>
    ann.api.with({
      authorization: `Bearer ${(await ann.session.post("/v1/api-keys", { name: "k", scopes: [scope] })).body.secret}`,
    });
  const reader = await keyOf("workflows:read");
  t.is((await reader.get(`/v1/workflows/${id}`)).status, 200);
  const refused = await reader.post(`/v1/workflows/${id}/execute`);
  t.is(refused.status, 403);
  t.regex(refused.body.error.message, /workflows:rw/);
  t.is((await (await keyOf("generation:rw")).get(`/v1/workflows/${id}`)).status, 403);
});
