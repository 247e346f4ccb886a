import test from "ava";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { makeProject } from "../../helpers/make-project.js";
import { setBalance } from "../../helpers/set-balance.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { uploadSound } from "../../helpers/transcribe.js";
import { upload } from "../../helpers/upload.js";
import { graphOf, makeWorkflow, picture, promptNode, runToEnd } from "../../helpers/workflows.js";

let kiln: Kiln;
let operator: Person;
test.before(async () => {
  kiln = await startKiln();
  operator = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

const remaining = async ({ api }: Person) => (await api.get("/v1/account")).body.remainingCredits as number;
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

interface NodeView {
  status: string;
  cached?: boolean;
  costCredits?: number;
  detail?: string;
  output?: { storageId?: string; value: string };
}
type Nodes = Record<string, NodeView>;
const cachedOf = (nodes: Nodes) =>
  Object.entries(nodes).flatMap(([id, { cached }]) => (cached === true ? id : []));

test("a run with reuse takes over what equal nodes gave, at no cost; what differs is made (rules/workflows 29)", async (t) => {
  const person = await signUp(kiln.url);
  const sound = await uploadSound(person.api);
  const graph = (words: string) =>
    graphOf(
      [
        promptNode("p", words),
        picture("i"),
        { id: "w", type: "generateText", data: { instruction: "Describe" } },
        { id: "s", type: "transcribe", data: { storageId: sound, durationSeconds: 60 } },
        { id: "next", type: "generateImage", data: { model: "mock-image", prompt: "again" } },
      ],
      ["p>i", "p>w", "i>next:references"],
    );
  const id = await makeWorkflow(person.api, graph("a fox"));
  const first: Nodes = (await runToEnd(person.api, id)).nodeResults;
  t.deepEqual(cachedOf(first), []);
  const before = await remaining(person);
  const same = await runToEnd(person.api, id, { reuse: true });
  t.is(same.status, "complete", JSON.stringify(same.nodeResults));
  t.deepEqual(cachedOf(same.nodeResults).toSorted(), ["i", "next", "s", "w"]);
  for (const node of ["i", "next"]) {
    t.is(same.nodeResults[node].output.storageId, first[node]?.output?.storageId);
    t.is(same.nodeResults[node].costCredits, 0);
  }
  t.is(same.nodeResults.w.output.value, first.w?.output?.value);
  t.is(await remaining(person), before);
  t.deepEqual(cachedOf((await runToEnd(person.api, id)).nodeResults), [], "only where it is asked for");

  await person.api.patch(`/v1/workflows/${id}`, { graph: graph("a hen") });
  const other = await runToEnd(person.api, id, { reuse: true });
  t.deepEqual(cachedOf(other.nodeResults), ["s"], "inputs differ, and so does what comes of them");
});

test("an estimate with reuse counts what would be taken over as nothing, and a run without credits takes it (rules/workflows 29)", async (t) => {
  const person = await signUp(kiln.url);
  const id = await makeWorkflow(person.api, graphOf([promptNode("p", "an owl"), picture("i")], ["p>i"]));
  await runToEnd(person.api, id);
  const { body } = await person.api.post(`/v1/workflows/${id}/estimate`, { reuse: true });
  t.like(body, { estimatedCredits: 0, nodes: [{ nodeId: "i", estimatedCredits: 0, cached: true }] });
  await setBalance(operator, person, 0);
  t.is((await person.api.post(`/v1/workflows/${id}/execute`)).status, 402);
  t.deepEqual(cachedOf((await runToEnd(person.api, id, { reuse: true })).nodeResults), ["i"]);
  const refused = await person.api.post(`/v1/workflows/${id}/execute`, { reuse: "yes" });
  t.is(refused.body.error.message, "reuse must be true or false.");
});

test.serial(
  "what was deleted is made again, and a model that changed or is switched off gives nothing earlier (rules/workflows 29)",
  async (t) => {
    const person = await signUp(kiln.url);
    const id = await makeWorkflow(person.api, graphOf([picture("i", "a newt")]));
    const first = await runToEnd(person.api, id);
    const { storageId } = first.nodeResults.i.output;
    t.is((await person.api.delete(`/v1/storage/${storageId}`)).status, 200);
    const again = await runToEnd(person.api, id, { reuse: true });
    t.deepEqual(cachedOf(again.nodeResults), []);
    t.not(again.nodeResults.i.output.storageId, storageId);
    const model = (change: object) => operator.session.patch("/v1/admin/models/mock-image", change);
    t.is((await model({ pricing: { creditsPerRun: 9 } })).status, 200);
    t.deepEqual(cachedOf((await runToEnd(person.api, id, { reuse: true })).nodeResults), ["i"], "a price");
    await model({ pricing: null, enabled: false });
    const off = await runToEnd(person.api, id, { reuse: true });
    await model({ enabled: null });
    t.is(off.nodeResults.i.status, "error", JSON.stringify(off.nodeResults));
  },
);

test("nothing is taken over from other people, other projects, or by who cannot read it (rules/workflows 29)", async (t) => {
  const [ann, bob, eve] = [await signUp(kiln.url), await signUp(kiln.url), await signUp(kiln.url)];
  const [first, second] = [await makeProject(ann, [bob]), await makeProject(ann, [bob, eve])];
  const secret = graphOf([promptNode("p", "a secret"), picture("i")], ["p>i"]);
  const run = async (who: Person, graph: object, projectId?: string): Promise<Nodes> => {
    const id = await makeWorkflow(who.api, graph, projectId === undefined ? {} : { projectId });
    return (await runToEnd(who.api, id, { reuse: true })).nodeResults;
  };
  t.deepEqual(cachedOf(await run(ann, secret, first)), []);
  t.deepEqual(cachedOf(await run(eve, secret, second)), [], "the same payer, another project");
  t.deepEqual(cachedOf(await run(bob, secret)), [], "a member's own");
  t.deepEqual(cachedOf(await run(ann, secret)), [], "the payer's own");
  t.deepEqual(
    cachedOf(await run(bob, secret, first)),
    ["i"],
    "a member of the project, and the project's picture",
  );

  const hidden = await upload(ann.api, "image/png", PNG);
  const reference = graphOf([
    {
      id: "i",
      type: "generateImage",
      data: { model: "mock-image", prompt: "x", referenceStorageIds: [hidden] },
    },
  ]);
  t.is((await run(ann, reference, first)).i?.status, "complete");
  const theirs = await run(bob, reference, first);
  t.like(theirs.i, { status: "error", detail: "Unknown or uncommitted storageId" });
});
