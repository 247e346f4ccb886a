import test from "ava";
import { WorkflowRun } from "../../../entities/workflow-run.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { makeProject } from "../../helpers/make-project.js";
import { setBalance } from "../../helpers/set-balance.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";
import { graphOf, makeWorkflow, picture, promptNode, runToEnd, waitForRun } from "../../helpers/workflows.js";

let kiln: Kiln;
let operator: Person;
test.before(async () => {
  kiln = await startKiln();
  operator = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

const remaining = async (person: Person) =>
  (await person.api.get("/v1/account")).body.remainingCredits as number;
const GRAPH = graphOf(
  [
    promptNode("p", "a fox"),
    picture("first"),
    { id: "text", type: "generateText", data: { instruction: "Describe" } },
    { id: "later", type: "generateImage", data: { model: "mock-image", prompt: "two", numImages: 4 } },
    { id: "o", type: "output" },
  ],
  ["p>first", "p>text", "first>later:references", "later>o", "text>o"],
);

test("an estimate prices a run node by node, and changes nothing (rules/workflows 30)", async (t) => {
  const person = await signUp(kiln.url);
  const id = await makeWorkflow(person.api, GRAPH);
  const { status, body } = await person.api.post(`/v1/workflows/${id}/estimate`);
  t.is(status, 200, JSON.stringify(body));
  t.is(body.remainingCredits, await remaining(person));
  t.true(body.affordable);
  const nodes = new Map(body.nodes.map((node: { nodeId: string }) => [node.nodeId, node]));
  t.deepEqual([...nodes.keys()].toSorted(), ["first", "later", "text"]);
  t.is(
    body.estimatedCredits,
    body.nodes.reduce((sum: number, node: { estimatedCredits: number }) => sum + node.estimatedCredits, 0),
  );
  t.like(nodes.get("first"), { type: "generateImage", exact: true });
  t.like(nodes.get("later"), { exact: false });
  const run = await runToEnd(person.api, id);
  for (const node of ["first", "later"])
    t.is(
      (nodes.get(node) as { estimatedCredits: number }).estimatedCredits,
      run.nodeResults[node].costCredits,
    );
  t.true(
    (nodes.get("text") as { estimatedCredits: number }).estimatedCredits >= run.nodeResults.text.costCredits,
  );
  const refused = await person.api.post(`/v1/workflows/${id}/estimate`, { inputs: { ghost: { text: "x" } } });
  t.is(refused.body.error.message, "inputs: no node ghost in this workflow");
});

test("a run that failed is resumed: complete nodes keep results and are not charged again, the rest runs (rules/workflows 28)", async (t) => {
  const person = await signUp(kiln.url);
  const id = await makeWorkflow(person.api, GRAPH);
  const whole = (await person.api.post(`/v1/workflows/${id}/estimate`)).body;
  const priceOf = (nodeId: string) =>
    whole.nodes.find((node: { nodeId: string }) => node.nodeId === nodeId).estimatedCredits as number;
  await setBalance(operator, person, priceOf("first") + priceOf("text"));
  const failed = await runToEnd(person.api, id);
  t.is(failed.status, "error", JSON.stringify(failed));
  t.deepEqual(
    Object.values(failed.nodeResults as Record<string, { status: string }>).map(({ status }) => status),
    ["complete", "complete", "complete", "error", "skipped"],
  );
  await setBalance(operator, person, 1000);
  const resumed = await person.api.post(`/v1/workflows/${id}/runs/${failed.id}/resume`);
  t.is(resumed.status, 200, JSON.stringify(resumed.body));
  t.is(resumed.body.run.id, failed.id);
  const run = await waitForRun(person.api, id, failed.id);
  t.is(run.status, "complete", JSON.stringify(run));
  for (const node of ["p", "first", "text"])
    t.is(run.nodeResults[node].output.storageId, failed.nodeResults[node].output.storageId);
  t.is(run.nodeResults.o.status, "complete");
  t.is(1000 - (await remaining(person)), run.nodeResults.later.costCredits);
  const again = await person.api.post(`/v1/workflows/${id}/runs/${failed.id}/resume`);
  t.is(again.status, 409);
});

test("an Idempotency-Key resumes once: a repeat is answered with the run, another path is another key (rules/edge 30; rules/workflows 28)", async (t) => {
  const person = await signUp(kiln.url);
  const id = await makeWorkflow(person.api, graphOf([picture("i", "[fail] x")]));
  const headers = { "idempotency-key": "resume-once" };
  const [first, second] = [await runToEnd(person.api, id), await runToEnd(person.api, id)];
  const resume = (run: { id: string }, body: object = {}) =>
    person.api.post(`/v1/workflows/${id}/runs/${run.id}/resume`, body, { headers });
  const jobs = async () => (await person.api.get("/v1/generations")).body.total as number;
  const before = await jobs();
  t.is((await resume(first)).status, 200);
  t.is((await waitForRun(person.api, id, first.id)).status, "error");
  t.is(await jobs(), before + 1, "it went on");
  const again = await resume(first);
  t.is(again.status, 200);
  t.is(again.body.run.id, first.id);
  t.is(again.body.run.status, "error", "the key did not let it go on once more");
  t.is(await jobs(), before + 1);
  t.is((await resume(second)).status, 200);
  await waitForRun(person.api, id, second.id);
  t.is(await jobs(), before + 2, "the key of another path is another key");
});

test("a run that was stopped goes on; only who started it resumes it (rules/workflows 28)", async (t) => {
  const person = await signUp(kiln.url);
  const id = await makeWorkflow(
    person.api,
    graphOf([
      picture("i", "[slow=2] x"),
      { id: "t", type: "generateText", data: { instruction: "[slow=2] x" } },
    ]),
  );
  const before = await remaining(person);
  const { run } = (await person.api.post(`/v1/workflows/${id}/execute`)).body;
  const stopped = await person.api.post(`/v1/workflows/${id}/runs/${run.id}/stop`);
  t.is(stopped.body.run.status, "stopped");
  t.is((await operator.api.post(`/v1/workflows/${id}/runs/${run.id}/resume`)).status, 404);
  let resumed = await person.api.post(`/v1/workflows/${id}/runs/${run.id}/resume`);
  // The holder of the run may still be about to leave.
  while (resumed.status === 409) resumed = await person.api.post(`/v1/workflows/${id}/runs/${run.id}/resume`);
  t.is(resumed.status, 200, JSON.stringify(resumed.body));
  const ended = await waitForRun(person.api, id, run.id);
  t.is(ended.status, "complete", JSON.stringify(ended));
  const { i, t: text } = ended.nodeResults;
  t.is(before - (await remaining(person)), i.costCredits + text.costCredits);
  t.deepEqual(await kiln.host.read.query("SELECT id FROM holds WHERE accountId = ?", [person.id]), []);
});

test("a run whose project was deleted is resumed at the cost of who started it, and counts as theirs (rules/workflows 28)", async (t) => {
  const [ann, bob] = [await signUp(kiln.url), await signUp(kiln.url)];
  const projectId = await makeProject(ann, [bob]);
  const id = await makeWorkflow(bob.api, graphOf([picture("i", "[slow=60] x")]), { projectId });
  const { run } = (await bob.api.post(`/v1/workflows/${id}/execute`)).body;
  const payerOf = async () => (await kiln.host.read.findOne(WorkflowRun, { id: run.id }))?.payerId;
  const payers = async () => {
    const sql = "SELECT accountId FROM holds WHERE accountId IN (?, ?)";
    const holds = await kiln.host.read.query<{ accountId: string }>(sql, [ann.id, bob.id]);
    return holds.map(({ accountId }) => accountId);
  };
  await until(async () => (await payers()).includes(ann.id));
  t.is(await payerOf(), ann.id);
  t.is((await ann.api.delete(`/v1/projects/${projectId}`)).status, 200);
  const path = `/v1/workflows/${id}/runs/${run.id}`;
  await until(async () => (await bob.api.get(path)).body.run?.status === "stopped");
  await until(async () => (await bob.api.post(`${path}/resume`)).status === 200);
  t.is(await payerOf(), bob.id);
  await until(async () => (await payers()).includes(bob.id));
  t.deepEqual(await payers(), [bob.id], "what the project's owner had held is free again");
  await bob.api.post(`${path}/stop`);
});
