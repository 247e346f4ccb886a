import test from "ava";
import { BUILT_IN_PLUGINS } from "../../../built-in-plugins.js";
import { checkWorkflowNode } from "../../../plugins/kit/conformance/workflow-node.js";
import type { ContentAccess } from "../../../plugins/kit/content-access.js";
import { defineNode, type WorkflowNode } from "../../../plugins/kit/workflow-node.js";
import { readDefinition } from "../../../runtime/plugins/read-plugin.js";
import type { NodeValue } from "../../../plugins/kit/node-value.js";
import type { PluginExport } from "../../../plugins/kit/kit.js";

const builtIn = BUILT_IN_PLUGINS.flatMap((exported) => {
  const { workflowNode: given } = readDefinition(exported).provides;
  return given === undefined || typeof given === "function" ? [] : [given].flat();
});

test("these node types come with Kiln, and no others (rules/workflows 8)", (t) => {
  t.deepEqual(builtIn.map(({ type }) => type).toSorted(), [
    "application",
    "audioInput",
    "generateAudio",
    "generateImage",
    "generateText",
    "generateVideo",
    "imageInput",
    "output",
    "prompt",
    "publish",
    "readDocuments",
    "setField",
    "textJoin",
    "textSplitter",
    "transcribe",
    "translate",
    "upscale",
    "videoInput",
  ]);
});

for (const node of builtIn) {
  test(`the node type ${node.type} conforms (rules/workflows 8)`, async (t) => {
    const problems = (await checkWorkflowNode(node)).filter(({ ok }) => !ok);
    t.deepEqual(problems, []);
  });
}

test("the example of a node plugin conforms, as it stands in the repository", async (t) => {
  const file = new URL("../../../../examples/plugins/pick-line-node.mjs", import.meta.url);
  const { default: exported }: { default: PluginExport } = await import(file.href);
  const { workflowNode: given } = readDefinition(exported).provides;
  if (given === undefined || typeof given === "function") return t.fail("It provides no node type.");
  const nodes = [given].flat();
  t.deepEqual(
    nodes.map(({ type }) => type),
    ["pickLine"],
  );
  for (const node of nodes)
    t.deepEqual(
      (await checkWorkflowNode(node)).filter(({ ok }) => !ok),
      [],
    );
  return undefined;
});

const sound = defineNode({
  type: "sound",
  version: 1,
  title: "Sound",
  description: "Conforms.",
  inputs: { text: { types: ["text"], description: "In." } },
  outputs: { text: { types: ["text"], description: "Out." } },
  settings: {},
  run: async () => ({ text: { type: "text", text: "x" } }),
});
let calls = 0;
const text = { model: "auto", instructions: "", prompt: "x", maxOutputTokens: 1 };
const translated = async (content: ContentAccess): Promise<NodeValue> => {
  const version = await content.translate({
    documentId: "00000000-0000-4000-8000-000000000001",
    mode: "all",
  });
  return { type: "text", text: String(version) };
};
const faults: [string, Partial<WorkflowNode>, RegExp][] = [
  ["a type that is no name", { type: "no-name" }, /type must be a name/],
  ["no version", { version: 0 }, /version/],
  [
    "an input with an unknown type",
    { inputs: { a: { types: ["model" as never], description: "x" } } },
    /inputs\.a/,
  ],
  [
    "a setting that is not there",
    { inputs: { a: { types: ["text"], setting: "b", description: "x" } } },
    /setting b/,
  ],
  ["taking what is no setting", { takes: { value: "text", field: "b" } }, /takes b/],
  ["no run", { run: undefined }, /no run/],
  [
    "an output that is not declared",
    { run: async () => ({ b: { type: "text", text: "x" } }) },
    /b is not declared/,
  ],
  [
    "an output of another type",
    { run: async () => ({ text: { type: "image", storageId: "x" } }) },
    /another type/,
  ],
  ["no output", { run: async () => ({}) }, /no value/],
  [
    "steps that vary",
    {
      costs: async () => [],
      run: async (context) => ({
        text: { type: "text", text: await context.text({ ...text, prompt: String((calls += 1)) }) },
      }),
    },
    /other steps/,
  ],
  [
    "a paid step that is not named",
    { run: async (context) => ({ text: { type: "text", text: await context.text(text) } }) },
    /no costs/,
  ],
  [
    "a translation that is not named",
    { run: async ({ content }) => ({ text: await translated(content) }) },
    /unpriced "always"/,
  ],
  [
    "a publish that is not named",
    {
      run: async ({ content }) => ({
        text: { type: "text", text: String(await content.publish("00000000-0000-4000-8000-000000000001")) },
      }),
    },
    /unpriced "onPublish"/,
  ],
  [
    "a translation that is named as a publish",
    { unpriced: "onPublish", run: async ({ content }) => ({ text: await translated(content) }) },
    /unpriced "always"/,
  ],
  ["a word for what it pays that is none", { unpriced: "sometimes" as never }, /unpriced/],
  [
    "a step where it is pure",
    {
      isPure: true,
      run: async (context) => ({ text: { type: "text", text: await context.step(async () => "x") } }),
    },
    /declared pure/,
  ],
];
for (const [name, change, message] of faults) {
  test(`a node type does not conform with ${name} (rules/workflows 8)`, async (t) => {
    const problems = (await checkWorkflowNode({ ...sound, ...change })).filter(({ ok }) => !ok);
    t.true(
      problems.some(({ detail }) => message.test(detail)),
      JSON.stringify(problems),
    );
  });
}

test("a node type that keeps the rules conforms", async (t) => {
  t.deepEqual(
    (await checkWorkflowNode(sound)).filter(({ ok }) => !ok),
    [],
  );
});
