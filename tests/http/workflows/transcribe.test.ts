import test from "ava";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { makeProject } from "../../helpers/make-project.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { uploadSound } from "../../helpers/transcribe.js";
import { until } from "../../helpers/until.js";
import { graphOf, makeWorkflow, runToEnd, waitForRun } from "../../helpers/workflows.js";

let kiln: Kiln;
let operator: Person;
test.before(async () => {
  kiln = await startKiln();
  operator = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

const remaining = async ({ api }: Person) => (await api.get("/v1/account")).body.remainingCredits as number;
const transcribe = (data: object) => ({ id: "t", type: "transcribe", data });

test("a transcribe node is an ordinary transcription of the run's payer, with text and subtitles (rules/workflows 14)", async (t) => {
  const [ann, bob] = [await signUp(kiln.url), await signUp(kiln.url)];
  const projectId = await makeProject(ann, [bob]);
  const storageId = await uploadSound(bob.api);
  const graph = graphOf(
    [
      { id: "a", type: "audioInput", data: { storageId } },
      transcribe({ durationSeconds: 90 }),
      { id: "o", type: "output" },
    ],
    ["a>t", "t>o", "t:subtitles>o"],
  );
  const id = await makeWorkflow(bob.api, graph, { projectId });
  const estimate = (await bob.api.post(`/v1/workflows/${id}/estimate`)).body;
  t.like(estimate, { estimatedCredits: 2, nodes: [{ nodeId: "t", estimatedCredits: 2 }] });
  const before = await remaining(ann);
  const run = await runToEnd(bob.api, id);
  t.is(run.status, "complete", JSON.stringify(run));
  const { t: node, o } = run.nodeResults;
  t.is(node.costCredits, 2);
  t.true(node.output.value.split(" ").length > 10);
  t.regex(o.outputs["value-2"].value, /^1\n00:00:00,000 --> /);
  t.is(before - (await remaining(ann)), 2, "the project's owner pays");
  const [entry] = (await ann.api.get("/v1/usage")).body.entries;
  t.like(entry, { kind: "transcription", projectId, actorUserId: bob.id });
  const job = await bob.api.get(`/v1/transcriptions/${entry.ref}`);
  t.like(job.body.job, { status: "succeeded", storageId, durationSeconds: 90, projectId });
});

test("what a transcription refuses, and why it fails, is the node's detail, and costs nothing (rules/workflows 17)", async (t) => {
  const person = await signUp(kiln.url);
  const storageId = await uploadSound(person.api);
  const failing = await uploadSound(person.api, "x [fail].wav");
  const foreign = await uploadSound(operator.api);
  const before = await remaining(person);
  const cases: [object, RegExp][] = [
    [{ storageId }, /data\.durationSeconds/],
    [{ durationSeconds: 9 }, /input "source" is missing/],
    [{ storageId, durationSeconds: 9, language: "en_US" }, /language must be a BCP-47/],
    [{ storageId, durationSeconds: 1e7 }, /durationSeconds must be at most/],
    [{ storageId: "x", durationSeconds: 9 }, /storageId must be a UUID/],
    [{ storageId: foreign, durationSeconds: 9 }, /^Unknown or uncommitted storageId$/],
    [{ storageId: failing, durationSeconds: 9 }, /\[fail\]/],
  ];
  for (const [data, detail] of cases) {
    const run = await runToEnd(person.api, await makeWorkflow(person.api, graphOf([transcribe(data)])));
    t.is(run.nodeResults.t.status, "error", JSON.stringify(data));
    t.regex(run.nodeResults.t.detail, detail);
  }
  t.is(await remaining(person), before);
  t.deepEqual(await kiln.host.read.query("SELECT id FROM holds WHERE accountId = ?", [person.id]), []);
});

test("stop calls a transcription off; resume transcribes again and is charged once (rules/workflows 22 and 28)", async (t) => {
  const person = await signUp(kiln.url);
  const storageId = await uploadSound(person.api, "x [slow=2].wav");
  const before = await remaining(person);
  const id = await makeWorkflow(person.api, graphOf([transcribe({ storageId, durationSeconds: 90 })]));
  const { run } = (await person.api.post(`/v1/workflows/${id}/execute`)).body;
  const rows = () =>
    kiln.host.read.query<{ status: string }>(
      "SELECT status FROM transcriptions WHERE accountId = ? ORDER BY id",
      [person.id],
    );
  await until(async () => (await rows()).length === 1);
  t.is((await person.api.post(`/v1/workflows/${id}/runs/${run.id}/stop`)).body.run.status, "stopped");
  t.is((await rows())[0]?.status, "failed");
  const resume = () => person.api.post(`/v1/workflows/${id}/runs/${run.id}/resume`);
  // The holder of the run may still be about to leave.
  await until(async () => (await resume()).status === 200);
  t.is((await waitForRun(person.api, id, run.id)).status, "complete");
  t.deepEqual(
    (await rows()).map(({ status }) => status),
    ["failed", "succeeded"],
  );
  t.is(before - (await remaining(person)), 2);
});
