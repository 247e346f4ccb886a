import { randomUUID } from "node:crypto";
import test from "ava";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { makeProject } from "../../helpers/make-project.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { waitUntil } from "../../helpers/wait-until.js";
import { graphOf, makeWorkflow, picture, promptNode, runToEnd } from "../../helpers/workflows.js";

let kiln: Kiln;
let ann: Person;
let bob: Person;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
  bob = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

const listOf = async (person: Person, query = "") =>
  (await person.api.get(`/v1/workflows${query}`)).body as {
    total: number;
    workflows: {
      id: string;
      name: string;
      nodeCount: number;
      previewUrl: string | null;
      previewKind: string | null;
    }[];
  };

test("a workflow has a name, an empty graph and the default project unless told otherwise (rules/workflows 3)", async (t) => {
  const { status, body } = await ann.api.post("/v1/workflows", {});
  t.is(status, 200, JSON.stringify(body));
  const { workflow } = body;
  t.is(workflow.name, "Untitled Workflow");
  t.deepEqual(workflow.graph, { nodes: [], edges: [] });
  const { defaultProjectId } = (await ann.api.get("/v1/projects")).body;
  t.is(workflow.projectId, defaultProjectId);
  t.is(workflow.createdAt, workflow.updatedAt);
  t.deepEqual((await ann.api.get(`/v1/workflows/${workflow.id}`)).body.workflow, workflow);
  const named = await ann.api.post("/v1/workflows", { name: "  Mine ", projectId: defaultProjectId });
  t.is(named.body.workflow.name, "Mine");
});

test("a graph is kept as it came, unknown keys and all (rules/workflows 1)", async (t) => {
  const graph = {
    nodes: [{ id: "a", type: "nobodyKnows", x: 1.5, y: -2, data: { deep: [1, { k: null }] }, colour: "red" }],
    edges: [{ id: "e", source: "a", target: "ghost", sourceHandle: null, extra: 1 }],
    viewport: { zoom: 2 },
  };
  const id = await makeWorkflow(ann.api, graph);
  t.deepEqual((await ann.api.get(`/v1/workflows/${id}`)).body.workflow.graph, graph);
});

test("PATCH replaces the whole graph and renames; what is left out stays (rules/workflows 2)", async (t) => {
  const id = await makeWorkflow(ann.api, graphOf([promptNode("a", "x"), promptNode("b", "y")], ["a>b"]));
  const before = (await ann.api.get(`/v1/workflows/${id}`)).body.workflow;
  const renamed = (await ann.api.patch(`/v1/workflows/${id}`, { name: "New" })).body.workflow;
  t.deepEqual({ ...renamed, updatedAt: "" }, { ...before, name: "New", updatedAt: "" });
  t.true(renamed.updatedAt >= before.updatedAt);
  const graph = graphOf([promptNode("c", "z")]);
  const replaced = (await ann.api.patch(`/v1/workflows/${id}`, { graph })).body.workflow;
  t.deepEqual(replaced.graph, graph);
  t.is(replaced.name, "New");
  const listed = (await listOf(ann)).workflows.find((workflow) => workflow.id === id);
  t.is(listed?.nodeCount, 1);
});

test("baseUpdatedAt: a change onto what was changed since is a conflict and changes nothing, also in the same millisecond (rules/workflows 31)", async (t) => {
  const id = await makeWorkflow(ann.api, graphOf([promptNode("a", "x")]));
  const path = `/v1/workflows/${id}`;
  const base = (await ann.api.get(path)).body.workflow.updatedAt as string;
  const answers = await Promise.all(
    ["One", "Two", "Three"].map((name) => ann.api.patch(path, { name, baseUpdatedAt: base })),
  );
  t.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409]);
  t.is(answers.find(({ status }) => status === 409)?.body.error.code, "conflict");
  const won = answers.find(({ status }) => status === 200)?.body.workflow;
  t.deepEqual((await ann.api.get(path)).body.workflow, won);
  t.is((await ann.api.patch(path, { name: "Four", baseUpdatedAt: won.updatedAt })).status, 200);
  t.is((await ann.api.patch(path, { name: "Five", baseUpdatedAt: "yesterday" })).status, 400);
});

test("the types of nodes are listed as they are declared: ports, branches one by one, settings, what a run may give (rules/workflows 8)", async (t) => {
  const { body } = await ann.api.get("/v1/workflow-node-types");
  const of = (type: string) => body.nodeTypes.find((each: { type: string }) => each.type === type);
  t.is(body.total, body.nodeTypes.length);
  t.like(of("prompt"), { version: 1, inputs: [], takes: { value: "text", field: "text" }, costs: false });
  t.is(of("textSplitter").outputs.length, 12);
  t.like(of("textSplitter").outputs[11], { name: "branch-12", types: ["text"] });
  const image = of("generateImage");
  t.like(image.inputs[0], {
    name: "prompt",
    types: ["text"],
    list: false,
    required: true,
    setting: "prompt",
  });
  t.true(image.costs);
  t.is(image.settings.find((each: { name: string }) => each.name === "model").model, "image");
  t.like(
    image.settings.find((each: { name: string }) => each.name === "numImages"),
    { type: "number", default: 1, min: 1, max: 12 },
  );
});

const refusals: [string, object, RegExp][] = [
  ["nodes missing", { graph: { edges: [] } }, /graph\.nodes/],
  ["edges no list", { graph: { nodes: [], edges: {} } }, /graph\.edges/],
  ["graph no object", { graph: [] }, /graph/],
  ["node without type", { graph: { nodes: [{ id: "a", x: 0, y: 0 }], edges: [] } }, /type/],
  ["node without place", { graph: { nodes: [{ id: "a", type: "prompt", x: 0 }], edges: [] } }, /\.y/],
  ["x no number", { graph: { nodes: [{ id: "a", type: "prompt", x: "0", y: 0 }], edges: [] } }, /\.x/],
  ["edge without target", { graph: { nodes: [], edges: [{ id: "e", source: "a" }] } }, /target/],
  ["empty name", { name: "  " }, /name/],
  ["endless name", { name: "x".repeat(1001) }, /name must have at most 1000 characters/],
  ["unknown field", { nme: "x" }, /nme/],
];
for (const [name, body, message] of refusals) {
  test(`a workflow is refused, new and changed: ${name} (rules/workflows 1 and 2)`, async (t) => {
    const id = await makeWorkflow(ann.api, graphOf([]));
    for (const answer of [
      await ann.api.post("/v1/workflows", body),
      await ann.api.patch(`/v1/workflows/${id}`, body),
    ]) {
      t.is(answer.status, 400, JSON.stringify(answer.body));
      t.is(answer.body.error.code, "invalid_params");
      t.regex(answer.body.error.message, message);
    }
  });
}

test("a graph is under 1 MB as JSON in UTF-8 (rules/workflows 1)", async (t) => {
  const sized = (bytes: number) => {
    const graph = graphOf([{ id: "a", type: "prompt", data: { text: "" } }]);
    const [node] = graph.nodes;
    if (node) node.data = { text: "é".repeat(10) };
    const missing = bytes - Buffer.byteLength(JSON.stringify(graph));
    if (node) node.data = { text: `${"é".repeat(10)}${"x".repeat(missing)}` };
    return graph;
  };
  const fits = await ann.api.post("/v1/workflows", { graph: sized(1024 * 1024 - 1) });
  t.is(fits.status, 200);
  const over = await ann.api.post("/v1/workflows", { graph: sized(1024 * 1024) });
  t.is(over.status, 400);
  t.regex(over.body.error.message, /under 1 MB/);
  await ann.api.delete(`/v1/workflows/${fits.body.workflow.id}`);
});

test("lists are sorted by update, creation or name, and paged (rules/workflows 7)", async (t) => {
  const person = await signUp(kiln.url);
  const ids: string[] = [];
  for (const name of ["b", "é", "B", "a"]) ids.push(await makeWorkflow(person.api, graphOf([]), { name }));
  const [first = ""] = ids;
  await person.api.patch(`/v1/workflows/${first}`, { name: "b2" });
  const names = async (query: string) => (await listOf(person, query)).workflows.map(({ name }) => name);
  t.deepEqual(await names(""), ["b2", "a", "B", "é"]);
  t.deepEqual(await names("?sort=created"), ["a", "B", "é", "b2"]);
  t.deepEqual(await names("?sort=name"), ["B", "a", "b2", "é"]);
  t.deepEqual(await names("?sort=name&limit=2&offset=1"), ["a", "b2"]);
  t.is((await listOf(person, "?limit=1")).total, 4);
  for (const query of ["?sort=size", "?limit=0", "?limit=501", "?offset=-1", "?projectId=x"])
    t.is((await person.api.get(`/v1/workflows${query}`)).status, 400, query);
  t.is((await person.api.get("/v1/workflows?colour=1")).status, 200);
});

test("a personal workflow is private; members of a project share its workflows (rules/workflows 3 and 4)", async (t) => {
  const own = await makeWorkflow(ann.api, graphOf([promptNode("a", "x")]));
  const project = await makeProject(ann, [bob]);
  const shared = await makeWorkflow(bob.api, graphOf([promptNode("a", "x")]), { projectId: project });
  const eve = await signUp(kiln.url);
  for (const [api, id] of [
    [bob.api, own],
    [eve.api, shared],
    [ann.api, randomUUID()],
  ] as const) {
    t.is((await api.get(`/v1/workflows/${id}`)).status, 404);
    t.is((await api.patch(`/v1/workflows/${id}`, { name: "x" })).status, 404);
    t.is((await api.delete(`/v1/workflows/${id}`)).status, 404);
    t.is((await api.post(`/v1/workflows/${id}/execute`)).status, 404);
    t.is((await api.get(`/v1/workflows/${id}/runs`)).status, 404);
  }
  t.is((await eve.api.get(`/v1/workflows?projectId=${project}`)).status, 404);
  t.is((await eve.api.post("/v1/workflows", { projectId: project })).status, 404);
  t.is((await ann.api.patch(`/v1/workflows/${shared}`, { name: "ours" })).status, 200);
  t.deepEqual(
    (await listOf(bob, `?projectId=${project}`)).workflows.map(({ id, name }) => [id, name]),
    [[shared, "ours"]],
  );
  const annsOwn = await makeWorkflow(ann.api, graphOf([]), { projectId: project });
  const refused = await bob.api.delete(`/v1/workflows/${annsOwn}`);
  t.is(refused.status, 403);
  t.is(refused.body.error.code, "forbidden");
  t.deepEqual((await ann.api.delete(`/v1/workflows/${shared}`)).body, { ok: true });
  t.is((await bob.api.get(`/v1/workflows/${shared}`)).status, 404);
});

test("the preview is the newest picture of the newest complete run (rules/workflows 6)", async (t) => {
  const id = await makeWorkflow(ann.api, graphOf([picture("a", "one"), picture("b", "two")]));
  const summary = async () => (await listOf(ann)).workflows.find((workflow) => workflow.id === id);
  t.like(await summary(), { previewUrl: null, previewKind: null });
  const run = await runToEnd(ann.api, id);
  t.is(run.status, "complete", JSON.stringify(run));
  const shown = await summary();
  t.is(shown?.previewKind, "image");
  t.is((await fetch(shown?.previewUrl ?? "")).headers.get("content-type"), "image/png");
  for (const node of ["a", "b"])
    await ann.api.delete(`/v1/storage/${run.nodeResults[node].output.storageId}`);
  t.like(await summary(), { previewUrl: null, previewKind: null });
});

test("deleting a workflow stops its runs and removes their rows; charges stay (rules/workflows 5 and 21)", async (t) => {
  const person = await signUp(kiln.url);
  const id = await makeWorkflow(person.api, graphOf([picture("a", "[slow=60] x")]));
  const { run } = (await person.api.post(`/v1/workflows/${id}/execute`)).body;
  t.is(run.status, "running");
  const statuses = async () =>
    ((await person.api.get("/v1/generations?limit=5")).body.jobs as { status: string }[]).map(
      ({ status }) => status,
    );
  await waitUntil(async () => (await statuses()).length === 1);
  t.deepEqual((await person.api.delete(`/v1/workflows/${id}`)).body, { ok: true });
  t.is((await person.api.get(`/v1/workflows/${id}/runs/${run.id}`)).status, 404);
  await waitUntil(
    async () => !(await statuses()).some((status) => status === "queued" || status === "running"),
  );
  t.deepEqual(await statuses(), ["canceled"]);
});

test("deleting a project moves each workflow to its creator's default project and stops its runs (rules/projects 13)", async (t) => {
  const project = await makeProject(ann, [bob]);
  const anns = await makeWorkflow(ann.api, graphOf([promptNode("a", "x")]), { projectId: project });
  const bobs = await makeWorkflow(bob.api, graphOf([picture("a", "[slow=20] x")]), { projectId: project });
  const { run } = (await bob.api.post(`/v1/workflows/${bobs}/execute`)).body;
  t.is((await ann.api.delete(`/v1/projects/${project}`)).status, 200);
  for (const [person, id] of [
    [ann, anns],
    [bob, bobs],
  ] as const) {
    const { defaultProjectId } = (await person.api.get("/v1/projects")).body;
    const { workflow } = (await person.api.get(`/v1/workflows/${id}`)).body;
    t.is(workflow.projectId, defaultProjectId);
    t.true((await listOf(person)).workflows.some((each) => each.id === id));
  }
  t.is((await ann.api.get(`/v1/workflows/${bobs}`)).status, 404);
  const stopped = (await bob.api.get(`/v1/workflows/${bobs}/runs/${run.id}`)).body.run;
  t.is(stopped.status, "stopped");
  t.is(stopped.nodeResults.a.status, "stopped");
});
