import test from "ava";
import { Task } from "../../../entities/task.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { isInRings, ofRings } from "../../helpers/of-rings.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";
import { waitForJob } from "../../helpers/wait-for-job.js";

let kiln: Kiln;
let operator: Person;
test.before(async () => {
  kiln = await startKiln();
  operator = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

const change = (name: string, verb: string, body: object = {}) =>
  operator.session.post(`/v1/admin/services/${name}/${verb}`, body);
const image = {
  model: "mock-image",
  params: { kind: "image", prompt: "x", aspectRatio: "1:1", numImages: 1 },
};

test.serial(
  "an unloaded area answers 503 unavailable until it is back (rules/edge 34; rules/operations 3)",
  async (t) => {
    const unloaded = await change("models", "unload");
    t.is(unloaded.status, 200);
    t.is(unloaded.body.nodes.length, 1);
    const away = await operator.api.get("/v1/models");
    t.is(away.status, 503);
    t.is(away.body.error.code, "unavailable");
    t.truthy(away.headers.get("retry-after"));
    t.is((await operator.api.get("/v1/account")).status, 200);
    const { body } = await operator.session.get("/v1/admin/services");
    t.false(body.services.some(({ name }: { name: string }) => name === "models"));
    t.is((await change("models", "load")).status, 200);
    t.is((await operator.api.get("/v1/models")).status, 200);
  },
);

test.serial(
  `${isInRings() ? "each fourth" : "every"} area can be reloaded, and works afterwards without a gap (rules/operations 3)`,
  async (t) => {
    const { body } = await operator.session.get("/v1/admin/services");
    const names = (body.services as { name: string }[]).map(({ name }) => name);
    t.true(names.length > 8);
    for (const name of ofRings(names, { each: 4, always: (one) => one === "generation" }))
      t.is((await change(name, "reload")).status, 200, name);
    const created = await operator.api.post("/v1/generations", image);
    t.is(created.status, 200, JSON.stringify(created.body));
    t.is((await waitForJob(operator.api, created.body.job.id)).status, "succeeded");
    t.is((await operator.session.get("/v1/auth/session")).status, 200);
  },
);

test.serial(
  "after a reload of identity the uses that the edge notes are seen at once (rules/operations 3)",
  async (t) => {
    t.is((await change("identity", "reload")).status, 200);
    const { body: made } = await operator.session.post("/v1/api-keys", {
      name: "fresh",
      scopes: ["account:read"],
    });
    const headers = { authorization: `Bearer ${made.secret}` };
    t.is((await fetch(`${kiln.url}/v1/account`, { headers })).status, 200);
    const { body } = await operator.session.get("/v1/api-keys");
    const key = body.apiKeys.find(({ id }: { id: string }) => id === made.apiKey.id);
    t.truthy(key.lastUsedAt);
  },
);

test.serial(
  "what a gateway does of storage itself works after a reload of storage (rules/operations 3)",
  async (t) => {
    t.is((await change("storage", "reload")).status, 200);
    const answer = await operator.api.post("/v1/uploads/import", { url: "http://127.0.0.1:1/x.png" });
    t.is(answer.status, 400, JSON.stringify(answer.body));
    t.is((await fetch(`${kiln.url}/a/00000000-0000-4000-8000-000000000000/x.png`)).status, 404);
  },
);

test.serial("a worker's work waits while it is unloaded (rules/operations 3)", async (t) => {
  await change("generation.image", "unload");
  const created = await operator.api.post("/v1/generations", image);
  t.is(created.status, 200);
  await new Promise((resolve) => setTimeout(resolve, 700));
  t.is((await operator.api.get(`/v1/generations/${created.body.job.id}`)).body.job.status, "queued");
  await change("generation.image", "load");
  t.is((await waitForJob(operator.api, created.body.job.id)).status, "succeeded");
});

test.serial(
  "unknown services and processes, and doubled changes, are refused by name (rules/operations 3)",
  async (t) => {
    t.is((await change("nope", "reload")).status, 404);
    t.is((await change("models", "load")).status, 409);
    const node = await change("models", "reload", { node: "elsewhere" });
    t.is(node.status, 404);
    t.regex(node.body.error.message, /elsewhere/);
  },
);

test.serial("nodes and tasks tell what runs (rules/operations 5)", async (t) => {
  const nodes = await operator.session.get("/v1/admin/nodes");
  t.is(nodes.body.nodes.length, 1);
  t.true(nodes.body.nodes[0].services.includes("generation.image"));
  t.true(nodes.body.nodes[0].plugins.includes("mock"));
  const tasks = await operator.session.get("/v1/admin/tasks?limit=1");
  t.is(tasks.body.tasks.length, 1);
  t.true(tasks.body.total > 1);
});

test.serial(
  "a cancel reaches the upstream of one kind while another kind's worker is unloaded (rules/generation 6)",
  async (t) => {
    await change("generation.image", "unload");
    const created = await operator.api.post("/v1/generations", {
      model: "mock-video",
      params: { kind: "video", prompt: "[slow=60]", duration: 5, aspectRatio: "16:9" },
    });
    t.is(created.status, 200, JSON.stringify(created.body));
    const { id } = created.body.job;
    const isRunning = async () =>
      (await operator.api.get(`/v1/generations/${id}`)).body.job.status === "running";
    t.true(await until(isRunning));
    t.is((await operator.api.post(`/v1/generations/${id}/cancel`)).status, 200);
    t.true(await until(async () => (await kiln.host.read.count(Task, { subject: id })) === 0));
    t.is((await change("generation.image", "load")).status, 200);
  },
);
