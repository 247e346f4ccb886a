import test from "ava";
import { workflowsSessionsEnded } from "../../../contracts/credential-end.js";
import { Task } from "../../../entities/task.js";
import { WorkflowRun } from "../../../entities/workflow-run.js";
import { WorkflowRunStep } from "../../../entities/workflow-run-step.js";
import { WorkflowTrigger } from "../../../entities/workflow-trigger.js";
import { SCOPES } from "../../../contracts/scopes.js";
import { systemMeta } from "../../../runtime/actions/context.js";
import type { Kiln } from "../../../start.js";
import { callTool, connectAgent } from "../../helpers/agent-client.js";
import { Client, type Person, signUp } from "../../helpers/client.js";
import { connectedAgent } from "../../helpers/connected-agent.js";
import { makeProject } from "../../helpers/make-project.js";
import { readMails } from "../../helpers/read-mails.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";
import { graphOf, makeWorkflow, promptNode, waitForRun } from "../../helpers/workflows.js";

let kiln: Kiln;
let operator: Person;
test.before(async () => {
  kiln = await startKiln({ TRIGGER_MIN_SECONDS: "1" });
  operator = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

const SECONDLY = { schedule: { cron: "* * * * * *" } };
/** Graph with a slow node before one that costs credits. */
const SLOW = graphOf(
  [
    { id: "wait", type: "generateText", data: { instruction: "[slow=1] later" } },
    { id: "then", type: "generateText", data: { instruction: "paid" } },
  ],
  ["wait>then"],
);

async function keyOf(
  person: Person,
  scopes: readonly string[] = ["workflows:rw"],
  budget: object | null = null,
) {
  const { apiKey, secret } = (await person.session.post("/v1/api-keys", { name: "k", scopes, budget })).body;
  return { id: apiKey.id as string, api: new Client(kiln.url, { authorization: `Bearer ${secret}` }) };
}
const hasBegun = (runId: string) =>
  until(async () => (await kiln.host.read.count(WorkflowRunStep, { runId })) > 0);
const callUrl = (url: string) => new Client("", {}).post(url, {});

async function trigger(api: Client, workflowId: string, body: object) {
  const of = `/v1/workflows/${workflowId}/triggers`;
  const made = await api.post(of, { dailyCredits: 100, ...body });
  if (made.status !== 200) throw new Error(JSON.stringify(made.body));
  return { ...made.body.trigger, path: `${of}/${made.body.trigger.id}` } as {
    id: string;
    url: string;
    path: string;
  };
}

test("a deleted key's triggers are off when its deletion is answered, with the reason in their log; others' go on (rules/workflows 33)", async (t) => {
  const person = await signUp(kiln.url);
  const key = await keyOf(person);
  const id = await makeWorkflow(person.api, graphOf([promptNode("p", "words")]));
  const ticking = await trigger(key.api, id, SECONDLY);
  const called = await trigger(key.api, id, { inbound: {} });
  const own = await trigger(person.session, id, { inbound: {} });
  const taken = await trigger(key.api, id, { inbound: {} });
  t.is((await person.session.patch(taken.path, { dailyCredits: 7 })).status, 200);
  t.is((await callUrl(called.url)).body.fire.status, "started");
  t.is((await person.session.delete(`/v1/api-keys/${key.id}`)).status, 200);
  for (const { path } of [ticking, called]) {
    t.like((await person.api.get(path)).body.trigger, { enabled: false, nextAt: null });
    const { fires } = (await person.api.get(`${path}/log`)).body;
    t.is(fires[0].status, "credential_ended");
    t.regex(fires[0].detail, /API key that made or last changed this trigger was deleted/);
    t.false(Number.isNaN(Date.parse(fires[0].tick)));
  }
  t.is((await callUrl(called.url)).status, 409);
  t.is((await callUrl(own.url)).body.fire.status, "started");
  t.is((await callUrl(taken.url)).body.fire.status, "started", "who changes a trigger takes it over");
  t.is((await person.session.patch(called.path, { enabled: true })).status, 200);
  t.is((await callUrl(called.url)).body.fire.status, "started", "switched on by a session it acts by that");
});

test("a key that only switches a trigger off and one with fewer scopes that changes it", async (t) => {
  const person = await signUp(kiln.url);
  const key = await keyOf(person);
  const id = await makeWorkflow(person.api, graphOf([promptNode("p", "words")]));
  const own = await trigger(person.session, id, { inbound: {} });
  const actsBy = async () => {
    const row = await kiln.host.read.findOne(WorkflowTrigger, { id: own.id });
    return [row?.credentialKind, row?.credentialId, row?.scopes];
  };
  t.is((await key.api.patch(own.path, { enabled: false })).status, 200);
  t.deepEqual(await actsBy(), [null, null, null]);
  t.is((await key.api.patch(own.path, { enabled: true })).status, 200);
  t.deepEqual(await actsBy(), ["key", key.id, ["workflows:rw"]], "its runs get no more than the key has");
});

test("no key has a trigger do more than it may itself by another graph; it renames, and changes the graph once the trigger is off (rules/workflows 40)", async (t) => {
  const person = await signUp(kiln.url);
  const before = graphOf([promptNode("p", "words")]);
  const id = await makeWorkflow(person.api, before);
  const path = `/v1/workflows/${id}`;
  const own = await trigger(person.session, id, { inbound: {} });
  const narrow = await keyOf(person);
  const limited = await keyOf(person, SCOPES, { totalCredits: 1 });
  const whole = await keyOf(person, SCOPES);
  let words = 0;
  const change = ({ patch }: Client) => {
    words += 1;
    return patch(path, { graph: graphOf([promptNode("p", `words ${words}`)]) });
  };
  for (const [api, why] of [
    [narrow.api, /scopes that this key does not have/],
    [limited.api, /limit of credits/],
  ] as const) {
    const refused = await change(api);
    t.is(refused.status, 403);
    t.is(refused.body.error?.code, "forbidden");
    t.regex(refused.body.error?.message, why);
    t.is(
      (await api.patch(path, { name: "Another name", graph: before })).status,
      200,
      "the graph is the same",
    );
  }
  t.deepEqual((await person.api.get(path)).body.workflow.graph, before);
  t.is((await change(person.session)).status, 200);
  t.is((await change(whole.api)).status, 200, "a key with every scope has no fewer than a session");
  t.is((await person.session.patch(own.path, { enabled: false })).status, 200);
  t.is((await change(narrow.api)).status, 200);
  t.is((await change(limited.api)).status, 200);
  const same = await trigger(narrow.api, id, { inbound: {} });
  t.is((await change(narrow.api)).status, 200, "the trigger has the scopes of this key");
  t.is(
    (await change((await keyOf(person, ["generation:rw"])).api)).status,
    403,
    "no scope of workflows at all",
  );
  t.is((await change(limited.api)).status, 403);
  t.is((await limited.api.patch(same.path, { enabled: false })).status, 200);
  t.is((await change(limited.api)).status, 200);
});

test("a fire of a trigger whose credential is gone is refused and switches it off, should nobody have told of the end (rules/workflows 33)", async (t) => {
  const person = await signUp(kiln.url);
  const key = await keyOf(person);
  const id = await makeWorkflow(person.api, graphOf([promptNode("p", "words")]));
  const { url, path } = await trigger(key.api, id, { inbound: {} });
  await kiln.host.transact((tx) => tx.run("DELETE FROM api_keys WHERE id = ?", [key.id]));
  t.is((await callUrl(url)).body.fire.status, "refused");
  t.false((await person.api.get(path)).body.trigger.enabled);
  const { fires } = (await person.api.get(`${path}/log`)).body;
  t.deepEqual(fires.map(({ status }: { status: string }) => status).toSorted(), [
    "credential_ended",
    "refused",
  ]);
});

test("a run of a deleted key pays for nothing more; resumed by another credential it goes on by that (rules/workflows 32)", async (t) => {
  const person = await signUp(kiln.url);
  const key = await keyOf(person);
  const id = await makeWorkflow(person.api, SLOW);
  const { run } = (await key.api.post(`/v1/workflows/${id}/execute`)).body;
  await hasBegun(run.id);
  t.is((await person.session.delete(`/v1/api-keys/${key.id}`)).status, 200);
  const ended = await waitForRun(person.api, id, run.id);
  t.like(ended.nodeResults.then, {
    status: "error",
    detail: "The API key that started this run was revoked.",
  });
  t.is((await person.session.post(`/v1/workflows/${id}/runs/${run.id}/resume`)).status, 200);
  t.is((await waitForRun(person.api, id, run.id)).status, "complete");
});

test("the run of a suspended member pays for no text more with the owner's credits (rules/workflows 32)", async (t) => {
  const [ann, bob] = [await signUp(kiln.url), await signUp(kiln.url)];
  const projectId = await makeProject(ann, [bob]);
  const id = await makeWorkflow(bob.api, SLOW, { projectId });
  const { run } = (await bob.api.post(`/v1/workflows/${id}/execute`)).body;
  await hasBegun(run.id);
  const suspended = await operator.session.patch(`/v1/admin/accounts/${bob.id}`, { suspended: true });
  t.is(suspended.status, 200, JSON.stringify(suspended.body));
  const { wait, then } = (await waitForRun(ann.api, id, run.id)).nodeResults;
  t.is(wait.status, "complete", "what was begun before is charged");
  t.like(then, { status: "error", costCredits: 0 });
  t.regex(then.detail, /suspended/);
});

test("a disconnected agent's run pays for nothing more, and triggers that act by its grant are off (rules/workflows 32 and 33)", async (t) => {
  const agent = await connectedAgent(kiln);
  const { person, grantId } = agent;
  const id = await makeWorkflow(person.api, SLOW);
  const tools = await connectAgent(kiln.url, agent.accessToken);
  const begun = await callTool(tools, "run_workflow", { workflowId: id, waitSeconds: 0 });
  t.false(begun.isError, begun.text);
  await tools.close();
  const runId = begun.json.run.id;
  await hasBegun(runId);
  t.like(await kiln.host.read.findOne(WorkflowRun, { id: runId }), {
    credentialKind: "grant",
    credentialId: grantId,
  });
  // Another token of the grant is still the same credential.
  await agent.refresh();
  const { id: triggerId, path } = await trigger(person.session, id, { inbound: {} });
  await kiln.host.transact((tx) =>
    tx.update(WorkflowTrigger, { id: triggerId }, { credentialKind: "grant", credentialId: grantId }),
  );
  t.is((await person.session.delete(`/v1/oauth/grants/${grantId}`)).status, 200);
  const ended = await waitForRun(person.api, id, runId);
  t.like(ended.nodeResults.then, {
    status: "error",
    detail: "The agent that started this run was disconnected.",
  });
  t.false((await person.api.get(path)).body.trigger.enabled);
  t.regex((await person.api.get(`${path}/log`)).body.fires[0].detail, /agent .* was disconnected/);
});

test("a reset of the password switches off what sessions made, with the reason in the log; keys' and later changes go on (rules/workflows 33)", async (t) => {
  const person = await signUp(kiln.url);
  const anonymous = new Client(kiln.url);
  const mails = () => readMails(kiln.host.config.dataDir, person.email);
  // A mail goes out after the answer.
  const tokenOf = async (number: number) => {
    await until(async () => (await mails()).length >= number);
    return (await mails())[number - 1]?.token;
  };
  const verified = await anonymous.post("/v1/auth/verify-email", { token: await tokenOf(1) });
  t.is(verified.status, 200);
  // The key is of a verified address, so it outlives the reset.
  const key = await keyOf(person);
  const id = await makeWorkflow(key.api, graphOf([promptNode("p", "words")]));
  const left = await trigger(person.session, id, { inbound: {} });
  const ticking = await trigger(person.session, id, SECONDLY);
  const ofKey = await trigger(key.api, id, { inbound: {} });
  t.is((await person.session.post("/v1/auth/sign-out", {})).status, 200);
  t.is((await callUrl(left.url)).body.fire.status, "started", "it does not end with its session");

  await anonymous.post("/v1/auth/password-reset", { email: person.email });
  const password = "another long password";
  const reset = { token: await tokenOf(2), password };
  t.is((await anonymous.post("/v1/auth/password-reset/confirm", reset)).status, 200);
  for (const { path } of [left, ticking]) {
    t.like((await key.api.get(path)).body.trigger, { enabled: false, nextAt: null });
    const { fires } = (await key.api.get(`${path}/log`)).body;
    t.is(fires[0].status, "credential_ended");
    t.regex(fires[0].detail, /^The password was reset, which ended the session/);
  }
  t.is((await callUrl(left.url)).status, 409);
  t.is((await callUrl(ofKey.url)).body.fire.status, "started");

  const signedIn = await anonymous.post("/v1/auth/sign-in", { email: person.email, password });
  const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
  const again = anonymous.with({ cookie });
  t.is((await again.patch(left.path, { enabled: true })).status, 200);
  await until(async () => (await kiln.host.read.count(Task, { queue: "identity.sessionsEnded" })) === 0);
  // The message is repeated and late, as a task may send it: changes after the reset stay.
  const told = { accountId: person.id, before: Date.now() - 60_000 };
  await kiln.host.call(workflowsSessionsEnded, told, systemMeta("late"));
  t.is((await callUrl(left.url)).body.fire.status, "started");
});
