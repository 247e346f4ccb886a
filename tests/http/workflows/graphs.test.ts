import { copyFile, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { PACKAGE_ROOT } from "../../../runtime/process/package-root.js";
import type { Kiln } from "../../../start.js";
import { callTool, connectAgent } from "../../helpers/agent-client.js";
import { type Person, signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";
import {
  type GraphNode,
  graphOf,
  makeWorkflow,
  picture,
  promptNode,
  runToEnd,
} from "../../helpers/workflows.js";

let kiln: Kiln;
let ann: Person;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

const remaining = async (person: Person) =>
  (await person.api.get("/v1/account")).body.remainingCredits as number;

test("a failing node says why, what depends on it is skipped, the rest goes on (rules/workflows 17 and 18)", async (t) => {
  const person = await signUp(kiln.url);
  const before = await remaining(person);
  const id = await makeWorkflow(
    person.api,
    graphOf(
      [
        picture("bad", "[fail] x"),
        { id: "after", type: "output" },
        { id: "last", type: "output" },
        picture("good", "fine"),
        { id: "kept", type: "output" },
      ],
      ["bad>after", "after>last", "good>kept"],
    ),
  );
  const run = await runToEnd(person.api, id);
  t.is(run.status, "error");
  const statusOf = (node: string) => run.nodeResults[node].status;
  t.deepEqual(["bad", "after", "last", "good", "kept"].map(statusOf), [
    "error",
    "skipped",
    "skipped",
    "complete",
    "complete",
  ]);
  t.is(typeof run.nodeResults.bad.detail, "string");
  t.is(run.nodeResults.bad.costCredits, 0);
  t.is(before - (await remaining(person)), run.nodeResults.good.costCredits);
});

test("graphs that make no sense end node by node with a reason (rules/workflows 15 and 17)", async (t) => {
  const node = (id: string, type: string, data: object = {}) => ({ id, type, data });
  const id = await makeWorkflow(
    ann.api,
    graphOf(
      [
        node("unknown", "teleport"),
        node("x", "textJoin"),
        node("y", "textJoin"),
        node("z", "textJoin"),
        node("self", "textJoin"),
        promptNode("p", "one"),
        promptNode("q", "two"),
        picture("crowded"),
        node("empty", "generateImage", { model: "mock-image" }),
        node("ghosted", "textJoin"),
        promptNode("ghosting", "boo"),
        node("wrong", "upscale", { model: "mock-upscale" }),
        node("blank", "prompt"),
        promptNode("twin", "one of two"),
        promptNode("twin", "the other one"),
        { ...promptNode("newer", "x"), version: 9 } as GraphNode,
        node("modelless", "generateImage", { prompt: "x" }),
        node("typed", "generateImage", { model: "mock-image", prompt: "x", numImages: "two" }),
        node("fine", "output"),
      ],
      [
        "x>y",
        "y>x",
        "y>z",
        "self>self",
        "p>crowded:prompt",
        "q>crowded:prompt",
        "nowhere>ghosted",
        "ghosting>void",
        "p>wrong",
        "p>fine",
      ],
    ),
  );
  const run = await runToEnd(ann.api, id);
  t.is(run.status, "error");
  const ends = Object.entries(run.nodeResults as Record<string, { status: string; detail?: string }>).map(
    ([key, { status, detail }]) => [key, status, detail ?? ""] as const,
  );
  const byNode = new Map(ends.map(([key, status, detail]) => [key, { status, detail }]));
  const reasons: Record<string, RegExp> = {
    unknown: /Unknown node type "teleport"/,
    x: /cycle: x, y/,
    y: /cycle: x, y/,
    self: /cycle: self/,
    crowded: /"prompt" takes one edge/,
    empty: /"prompt" is missing/,
    ghosted: /comes from the node nowhere/,
    ghosting: /goes to the node void/,
    wrong: /brings text .* image or video/,
    blank: /text is missing/,
    twin: /Another node of the graph has the same id/,
    newer: /Unknown node type "prompt" of version 9/,
    modelless: /model is missing/,
    typed: /data\.numImages must be a number/,
  };
  for (const [key, reason] of Object.entries(reasons)) {
    t.is(byNode.get(key)?.status, "error", key);
    t.regex(byNode.get(key)?.detail ?? "", reason, key);
  }
  t.is(byNode.get("z")?.status, "skipped");
  for (const key of ["p", "q", "fine"]) t.is(byNode.get(key)?.status, "complete", key);
});

test("an edge without a handle takes no input that a later edge names (rules/workflows 16)", async (t) => {
  const id = await makeWorkflow(
    ann.api,
    graphOf(
      [
        promptNode("verse", "la la"),
        promptNode("style", "slow"),
        { id: "song", type: "generateAudio", data: { model: "mock-image" } },
      ],
      ["verse>song", "style>song:prompt"],
    ),
  );
  const { song } = (await runToEnd(ann.api, id)).nodeResults;
  t.notRegex(song.detail, /takes one edge/);
});

test("a splitter fans out to its branches, of which `outputs` has all (rules/workflows 19)", async (t) => {
  const id = await makeWorkflow(
    ann.api,
    graphOf(
      [
        promptNode("p", "one\n\n two \r\nthree"),
        { id: "s", type: "textSplitter" },
        { id: "a", type: "output" },
        { id: "b", type: "output" },
        { id: "c", type: "textJoin", data: { separator: "+" } },
      ],
      ["p>s", "s>a", "s>b", "s:branch-3>c", "s:branch-1>c"],
    ),
  );
  const run = await runToEnd(ann.api, id);
  t.is(run.status, "complete", JSON.stringify(run));
  const { s, a, b, c } = run.nodeResults;
  t.deepEqual(s.outputs, {
    "branch-1": { type: "text", value: "one" },
    "branch-2": { type: "text", value: "two" },
    "branch-3": { type: "text", value: "three" },
  });
  t.deepEqual(s.output, s.outputs["branch-1"]);
  t.is(a.output.value, "one");
  t.is(b.output.value, "two");
  t.is(c.output.value, "three+one");
  const many = await runToEnd(ann.api, id, {
    inputs: { p: { text: "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13" } },
  });
  t.is(many.nodeResults.s.status, "error");
  t.regex(many.nodeResults.s.detail, /more than 12 parts/);
});

test("several pictures are named ports of one node; the first one is its output (rules/workflows 19)", async (t) => {
  const id = await makeWorkflow(
    ann.api,
    graphOf(
      [
        { id: "i", type: "generateImage", data: { model: "mock-image", prompt: "x", numImages: 3 } },
        { id: "o", type: "output" },
        { id: "u", type: "output" },
      ],
      ["i:image2>o", "i>u"],
    ),
  );
  const run = await runToEnd(ann.api, id);
  t.is(run.status, "complete", JSON.stringify(run));
  const { i, o, u } = run.nodeResults;
  t.deepEqual(Object.keys(i.outputs), ["image", "image2", "image3"]);
  t.is(o.output.storageId, i.outputs.image2.storageId);
  t.is(u.output.storageId, i.output.storageId);
});

test("agents list, look into and run workflows, and read their runs (rules/mcp 23)", async (t) => {
  const person = await signUp(kiln.url);
  const agent = await connectAgent(kiln.url, person.key);
  const saved = [
    promptNode("p", "a fox"),
    { id: "m", type: "imageInput" },
    picture("i"),
    { id: "o", type: "output" },
  ];
  const id = await makeWorkflow(person.api, graphOf(saved, ["p>i", "i>o"]), { name: "Foxes" });
  const { json: list } = await callTool(agent, "list_workflows");
  t.is(list.total, 1);
  t.deepEqual(Object.keys(list.workflows[0]), ["id", "name", "nodeCount", "updatedAt", "projectId"]);
  const { json: seen } = await callTool(agent, "get_workflow", { workflowId: id });
  t.deepEqual(seen.workflow, { id, name: "Foxes", nodeCount: 4 });
  t.deepEqual(seen.nodes[2], { id: "i", type: "generateImage" });
  t.deepEqual(seen.inputNodes, [
    { nodeId: "p", type: "prompt", takes: "text", current: "a fox" },
    { nodeId: "m", type: "imageInput", takes: "storageId", current: null },
  ]);
  const trimmed = await makeWorkflow(person.api, graphOf([promptNode("p", "a fox"), picture("i")], ["p>i"]));
  const run = { workflowId: trimmed, inputs: { p: { text: "a wolf" } } };
  const { json } = await callTool(agent, "run_workflow", run);
  t.is(json.run.status, "complete", JSON.stringify(json));
  t.is(json.run.nodeResults.p.output.value, "a wolf");
  t.is((await fetch(json.run.nodeResults.i.output.value)).status, 200);
  const again = await callTool(agent, "get_workflow_run", { workflowId: trimmed, runId: json.run.id });
  t.deepEqual(again.json.run, json.run);
  const at = await callTool(agent, "run_workflow", {
    ...run,
    inputs: { p: { text: "[slow=20] x" } },
    waitSeconds: 0,
  });
  t.is(at.json.run.status, "running");
  t.is((await person.api.post(`/v1/workflows/${trimmed}/runs/${at.json.run.id}/stop`)).status, 200);
  const refused = await callTool(agent, "run_workflow", { ...run, inputs: { i: { text: "x" } } });
  t.true(refused.isError);
  t.is(refused.text, "inputs.i: generateImage nodes don't take run inputs");
  t.true((await callTool(agent, "run_workflow", { ...run, waitSeconds: 601 })).isError);
});

test("a node type that is added, edited and removed takes effect while the process runs (docs/plugins.md) (rules/operations 2; rules/workflows 8)", async (t) => {
  const example = join(PACKAGE_ROOT, "examples/plugins/pick-line-node.mjs");
  const file = join(kiln.host.config.pluginsDir, "pick-line-node.mjs");
  const nodes = [promptNode("p", "only line"), { id: "l", type: "pickLine" }];
  const id = await makeWorkflow(ann.api, graphOf(nodes, ["p>l"]));
  const picked = async () => (await runToEnd(ann.api, id)).nodeResults.l;
  t.regex((await picked()).detail, /Unknown node type "pickLine"/);
  await copyFile(example, file);
  await until(async () => (await picked()).status === "complete");
  t.is((await picked()).output.value, "only line");
  const source = await readFile(example, "utf8");
  await writeFile(file, source.replace("text: lines[index]", 'text: "picked: " + lines[index]'));
  await until(async () => (await picked()).output.value === "picked: only line");
  await rm(file);
  await until(async () => (await picked()).status === "error");
});
