import test from "ava";
import { ProviderError } from "../../../plugins/kit/provider-error.js";
import type { TextModel } from "../../../plugins/kit/text-model.js";
import { defineNode } from "../../../plugins/kit/workflow-node.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { lendTextModel, marked } from "../../helpers/lend-text-model.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";
import { waitUntil } from "../../helpers/wait-until.js";
import { graphOf, makeWorkflow, picture, runToEnd, waitForRun } from "../../helpers/workflows.js";

let kiln: Kiln;
let ann: Person;
test.before(async () => {
  kiln = await startKiln({ UPSTREAM_TIMEOUT_SECONDS: "1" });
  ann = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

/** Returns the `detail` of a text node whose model answers so. */
async function detailWith(generate: TextModel["generate"]): Promise<string> {
  const { id: model } = lendTextModel(kiln, async (request) => marked(request), generate);
  const node = { id: "t", type: "generateText", data: { model, instruction: "Describe a fox." } };
  const run = await runToEnd(ann.api, await makeWorkflow(ann.api, graphOf([node])));
  return `${run.nodeResults.t.status}: ${run.nodeResults.t.detail}`;
}

test("a text that fails costs nothing: its node tells the model's own sentence, or Kiln's and that nothing was charged (rules/workflows 17)", async (t) => {
  const refused = await detailWith(async () => {
    throw new ProviderError("content_policy", "No foxes, please.");
  });
  t.is(refused, "error: No foxes, please.");
  const foreign = await detailWith(async () => {
    throw new TypeError("secret.path is undefined");
  });
  t.is(foreign, "error: The text model failed unexpectedly. This text was not charged.");
  const unreadable = await detailWith(async () => ({ text: 5 }) as never);
  t.is(unreadable, "error: The text model gave an answer that cannot be read. This text was not charged.");
  const silent = await detailWith(() => new Promise(() => {}));
  t.is(silent, "error: The text model did not answer within 1 seconds. This text was not charged.");
  t.is((await ann.api.get("/v1/account")).body.remainingCredits, 500);
});

/** Adds a type of node that orders a picture when `opened` resolves, and has ended before: it failed, or its time was up. */
function lendLateNode({ host }: Kiln, opened: Promise<void>): void {
  const driver = defineNode({
    type: "orderLate",
    version: 1,
    title: "Order late",
    description: "Orders pictures once it has ended.",
    inputs: {},
    outputs: { image: { types: ["image"], description: "Nothing." } },
    settings: { fails: { type: "boolean", default: false, description: "True to fail at once." } },
    async run({ settings, generate }) {
      const order = (prompt: string) =>
        generate({
          model: "mock-image",
          params: { kind: "image", prompt, aspectRatio: "1:1", numImages: 1 },
        });
      const late = opened.then(() => order("late"));
      if (settings.fails !== true) await late;
      const failure = Promise.reject(new Error("The other branch failed."));
      await Promise.all([order("on its way"), late, failure]);
      return {};
    },
  });
  const plugin = { name: "late", version: "1.0.0", file: "test", status: "loaded" as const, error: null };
  host.plugins.swap(plugin, [{ point: "workflowNode", name: "orderLate@1", driver }]);
}

test("a node that has failed, or whose time was up, orders nothing more (rules/workflows 50)", async (t) => {
  const person = await signUp(kiln.url);
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  lendLateNode(kiln, opened);
  const graph = graphOf([
    { id: "failed", type: "orderLate", data: { fails: true } },
    { id: "slow", type: "orderLate" },
    picture("keep", "[slow=2] x"),
  ]);
  const id = await makeWorkflow(person.api, graph);
  const { run } = (await person.api.post(`/v1/workflows/${id}/execute`)).body;
  const nodes = async () => (await person.api.get(`/v1/workflows/${id}/runs/${run.id}`)).body.run.nodeResults;
  await until(async () => (await nodes()).slow.status === "error");
  open();
  const { failed, slow, keep } = (await waitForRun(person.api, id, run.id)).nodeResults;
  t.like(failed, { status: "error", detail: "The other branch failed.", costCredits: 0 });
  t.like(slow, { status: "error", detail: "The node did not end in time.", costCredits: 0 });
  t.is(keep.status, "complete");
  const { jobs } = (await person.api.get("/v1/generations")).body;
  t.deepEqual(
    jobs.map(({ params }: { params: { prompt: string } }) => params.prompt),
    ["[slow=2] x"],
  );
});

test("a node that ends while a text of its own is being written leaves no credits held (rules/workflows 50)", async (t) => {
  const person = await signUp(kiln.url);
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const { id: model } = lendTextModel(
    kiln,
    async (request) => marked(request),
    () => {
      ask();
      return new Promise(() => {});
    },
  );
  const driver = defineNode({
    type: "askAndLeave",
    version: 1,
    title: "Ask and leave",
    description: "Asks for a text and does not wait for it.",
    inputs: {},
    outputs: {},
    settings: {},
    async run({ text }) {
      void text({ model, instructions: "", prompt: "a fox", maxOutputTokens: 2000 });
      await asked;
      return {};
    },
  });
  const plugin = { name: "leaver", version: "1.0.0", file: "test", status: "loaded" as const, error: null };
  kiln.host.plugins.swap(plugin, [{ point: "workflowNode", name: "askAndLeave@1", driver }]);
  const id = await makeWorkflow(person.api, graphOf([{ id: "a", type: "askAndLeave" }]));
  const run = await runToEnd(person.api, id);
  t.like(run.nodeResults.a, { status: "complete", costCredits: 0 });
  const credits = async () => (await person.api.get("/v1/account")).body.remainingCredits;
  await waitUntil(async () => (await credits()) === 500, { timeoutMs: 20_000 });
  t.is(await credits(), 500);
});
