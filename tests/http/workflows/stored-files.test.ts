import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { Client, type Person, signUp } from "../../helpers/client.js";
import { makeProject } from "../../helpers/make-project.js";
import { type Here, openSite, type Site } from "../../helpers/open-site.js";
import { until } from "../../helpers/until.js";
import { waitUntil } from "../../helpers/wait-until.js";
import { type GraphNode, graphOf, makeWorkflow, runToEnd, waitForRun } from "../../helpers/workflows.js";

const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Node type that stores the `body` of its settings, which is in base64. */
const NODE = `export default (kit) =>
  kit.definePlugin({
    name: "store-file",
    version: "1.0.0",
    provides: {
      workflowNode: kit.defineNode({
        type: "storeFile",
        version: 1,
        title: "Store a file",
        description: "Stores bytes.",
        inputs: { after: { types: ["text"], description: "What is waited for." } },
        outputs: { file: { types: ["image"], description: "The file." } },
        settings: {
          body: { type: "string", default: "${PNG}", description: "The bytes." },
          contentType: { type: "string", default: "image/png", description: "Their type." },
        },
        async run({ settings, store }) {
          const body = Buffer.from(settings.body, "base64");
          return { file: await store({ contentType: settings.contentType, body, filename: "a dot.png" }) };
        },
      }),
    },
  });
`;
const storing = (id: string, data: object = {}): GraphNode => ({ id, type: "storeFile", data });

let site: Site;
let kiln: Here;
let operator: Person;
test.before(async () => {
  site = await openSite({ SIGNUP_CREDITS: "1000" });
  await mkdir(site.pluginsDir, { recursive: true });
  await writeFile(join(site.pluginsDir, "store-file.mjs"), NODE);
  kiln = await site.startHere();
  operator = await signUp(kiln.url);
});
test.after.always(() => site?.close());

test.serial(
  "a node's file is its starter's and its project's, counted once, and no media is refused by name (rules/workflows 39)",
  async (t) => {
    const [ann, bob] = [await signUp(kiln.url), await signUp(kiln.url)];
    const projectId = await makeProject(ann, [bob]);
    const text = Buffer.from("no picture").toString("base64");
    const graph = graphOf([
      storing("good"),
      storing("text", { body: text }),
      storing("page", { body: text, contentType: "text/html" }),
      storing("cut", { body: Buffer.from(PNG, "base64").subarray(0, 40).toString("base64") }),
    ]);
    const id = await makeWorkflow(bob.api, graph, { projectId });
    const { nodeResults } = await runToEnd(bob.api, id);
    const { storageId } = nodeResults.good.output;
    const { object } = (await bob.api.get(`/v1/storage/${storageId}`)).body;
    t.like(object, { contentType: "image/png", filename: "a dot.png", origin: "generated" });
    t.is((await ann.api.get(`/v1/storage/${storageId}`)).status, 200, "the project's members read it");
    t.like(nodeResults.text, { status: "error", costCredits: 0 });
    t.regex(nodeResults.text.detail, /cannot be stored: it is declared as image\/png and is no media/);
    t.regex(nodeResults.cut.detail, /cannot be stored: it is not whole/);
    t.regex(nodeResults.page.detail, /cannot be stored: it is declared as text\/html/);
    const { totalBytes } = (await bob.api.get("/v1/storage/usage")).body;
    t.is(totalBytes, Buffer.from(PNG, "base64").length);
  },
);

test.serial("the run of a suspended member stores no file more (rules/workflows 32)", async (t) => {
  const [ann, person] = [await signUp(kiln.url), await signUp(kiln.url)];
  const projectId = await makeProject(ann, [person]);
  const wait = { id: "wait", type: "generateText", data: { instruction: "[slow=1] later" } };
  const id = await makeWorkflow(person.api, graphOf([wait, storing("one")], ["wait>one"]), { projectId });
  const { run } = (await person.api.post(`/v1/workflows/${id}/execute`)).body;
  const steps = "SELECT id FROM workflow_run_steps WHERE runId = ?";
  await until(async () => (await site.query(steps, [run.id])).length > 0);
  const at = `/v1/admin/accounts/${person.id}`;
  t.is((await operator.session.patch(at, { suspended: true })).status, 200);
  const { nodeResults } = await waitForRun(ann.api, id, run.id);
  t.is(nodeResults.one.status, "error", JSON.stringify(nodeResults));
  t.regex(nodeResults.one.detail, /suspended/);
  t.is((await person.api.get("/v1/storage/usage")).body.total, 0);
});

test.serial(
  "a full storage refuses a node's file, and leaves no byte of it (rules/workflows 39; rules/storage 13)",
  async (t) => {
    const person = await signUp(kiln.url);
    const id = await makeWorkflow(person.api, graphOf([storing("one")]));
    // Tickets reserve all of the 5 GB.
    for (let at = 0; at < 5; at += 1) {
      const ticket = { filename: "large.mp4", contentType: "video/mp4", sizeBytes: 2 ** 30 };
      t.is((await person.api.post("/v1/uploads/ticket", ticket)).status, 200);
    }
    const { nodeResults } = await runToEnd(person.api, id);
    t.like(nodeResults.one, { status: "error" });
    t.regex(nodeResults.one.detail, /does not fit into the 5 GB of storage/);
    t.is((await kiln.stop()).code, 0);
    t.deepEqual((await site.checkMedia()).orphans, []);
  },
);

test.serial(
  "SIGKILL behind a stored file: the node begins again, and the file is there once (rules/workflows 39)",
  async (t) => {
    const doomed = await site.start({ KILN_FAULT: "workflows.stored=kill@1" });
    const person = await signUp(doomed.url);
    const id = await makeWorkflow(person.api, graphOf([storing("one")]));
    const headers = { "idempotency-key": "stored" };
    await person.api.post(`/v1/workflows/${id}/execute`, {}, { headers }).catch(() => null);
    t.is((await doomed.ended).signal, "SIGKILL", doomed.output);
    kiln = await site.startHere();
    const api = new Client(kiln.url, { authorization: `Bearer ${person.key}` });
    const { run } = (await api.post(`/v1/workflows/${id}/execute`, {}, { headers })).body;
    const { nodeResults } = await waitForRun(api, id, run.id);
    t.is(nodeResults.one.status, "complete", JSON.stringify(nodeResults));
    const { total, totalBytes } = (await api.get("/v1/storage/usage")).body;
    t.deepEqual([total, totalBytes], [1, Buffer.from(PNG, "base64").length]);
    await waitUntil(async () => (await site.checkMedia()).orphans.length === 0);
    t.is((await kiln.stop()).code, 0);
  },
);
