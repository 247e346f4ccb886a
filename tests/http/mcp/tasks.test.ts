import test from "ava";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { STATELESS, stateless } from "../../helpers/stateless-agent.js";
import { uploadSound } from "../../helpers/transcribe.js";
import { until } from "../../helpers/until.js";
import { waitForJob } from "../../helpers/wait-for-job.js";

let kiln: Kiln;
let ann: Person;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

const TASKS = { capabilities: { extensions: { "io.modelcontextprotocol/tasks": {} } } };
const image = (prompt: string, changes: object = {}) => ({
  model: "mock-image",
  params: { kind: "image", prompt, aspectRatio: "1:1", numImages: 1 },
  ...changes,
});
const ask = async (
  method: string,
  params: Record<string, unknown>,
  claims: Parameters<typeof stateless>[4] = TASKS,
  key = ann.key,
) => JSON.parse((await stateless(kiln.url, key, method, params, claims)).body.toString());
const start = async (prompt: string) =>
  (await ask("tools/call", { name: "generate", arguments: image(prompt) })).result;

test("a client that knows tasks gets a handle at once, polls it, and finds what the tool gives (rules/mcp 21)", async (t) => {
  const task = await start("[slow=1] a cat");
  t.like(task, { resultType: "task", status: "working", ttlMs: null });
  t.true(task.pollIntervalMs > 0);
  const [, jobId] = task.taskId.split(".");
  await waitForJob(ann.api, jobId);
  const { result } = await ask("tasks/get", { taskId: task.taskId });
  t.like(result, { resultType: "complete", status: "completed", taskId: task.taskId });
  t.is(result.requestState, undefined);
  const { content, structuredContent } = result.result;
  t.deepEqual(JSON.parse(content[0].text), structuredContent);
  t.like(structuredContent.job, { id: jobId, status: "succeeded" });
  t.is(structuredContent.job.results.length, 1);
  t.true(Number.isInteger(structuredContent.estimatedCredits));
});

test("a handle that is cancelled cancels its job, and stays readable (rules/mcp 21)", async (t) => {
  const task = await start("[slow=600] a tortoise");
  const again = await ask("tasks/get", { taskId: task.taskId });
  t.is(again.result.status, "working");
  t.is((await ask("tasks/cancel", { taskId: task.taskId })).result.resultType, "complete");
  t.is((await ask("tasks/get", { taskId: task.taskId })).result.status, "cancelled");
  const [, jobId] = task.taskId.split(".");
  t.is((await ann.api.get(`/v1/generations/${jobId}`)).body.job.status, "canceled");
  t.truthy((await ask("tasks/update", { taskId: task.taskId, inputResponses: {} })).result);
});

test("a transcription that is cancelled by its handle ends without a charge; a stranger's handle cancels nothing (rules/mcp 21; rules/transcriptions 12)", async (t) => {
  const cat = await signUp(kiln.url);
  const before = (await cat.api.get("/v1/account")).body.remainingCredits;
  const { result: task } = await ask(
    "tools/call",
    {
      name: "transcribe",
      arguments: { storageId: await uploadSound(cat.api, "[slow=600].wav"), durationSeconds: 60 },
    },
    TASKS,
    cat.key,
  );
  t.like(task, { resultType: "task", status: "working" });
  const { taskId } = task;
  t.is((await ask("tasks/cancel", { taskId })).error.code, -32602, "ann's key");
  t.is((await ask("tasks/get", { taskId }, TASKS, cat.key)).result.status, "working");
  for (const time of ["first", "second"])
    t.is((await ask("tasks/cancel", { taskId }, TASKS, cat.key)).result.resultType, "complete", time);
  t.is((await ask("tasks/get", { taskId }, TASKS, cat.key)).result.status, "cancelled");
  const [, id] = taskId.split(".");
  const { job } = (await cat.api.get(`/v1/transcriptions/${id}`)).body;
  t.like(job, { status: "failed", costCredits: 0, error: { code: "canceled", retryable: false } });
  t.is((await cat.api.get("/v1/account")).body.remainingCredits, before);
  const entries = (await cat.session.get("/v1/audit")).body.entries as { action: string }[];
  t.true(entries.some(({ action }) => action === "transcriptions.cancel"));
});

test("a client that does not know tasks gets no handle, and may not ask for one (rules/mcp 21)", async (t) => {
  const { result } = await ask(
    "tools/call",
    { name: "generate", arguments: image("a dog", { waitSeconds: 0 }) },
    {},
  );
  t.is(result.resultType, "complete");
  const taskId = `generation.${result.structuredContent.job.id as string}.1`;
  for (const method of ["tasks/get", "tasks/cancel", "tasks/update"]) {
    const { error } = await ask(method, { taskId, inputResponses: {} }, {});
    t.is(error.code, -32021, method);
    t.deepEqual(error.data.requiredCapabilities, { extensions: { "io.modelcontextprotocol/tasks": {} } });
  }
});

test("a stranger's task, an unknown one and one out of the scopes are unknown (rules/mcp 21)", async (t) => {
  const task = await start("[slow=600] a hare");
  const bob = await signUp(kiln.url);
  const reader = (await ann.session.post("/v1/api-keys", { name: "r", scopes: ["media:read"] })).body.secret;
  const looker = (await ann.session.post("/v1/api-keys", { name: "l", scopes: ["generation:read"] })).body
    .secret;
  for (const key of [bob.key, reader])
    for (const method of ["tasks/get", "tasks/cancel"])
      t.is((await ask(method, { taskId: task.taskId }, TASKS, key)).error.code, -32602);
  t.is((await ask("tasks/get", { taskId: task.taskId }, TASKS, looker)).result.status, "working");
  t.is((await ask("tasks/cancel", { taskId: task.taskId }, TASKS, looker)).error.code, -32602);
  for (const taskId of ["x", "generation.", "generation.x.1", "__proto__.a", "run.a.b"])
    t.is((await ask("tasks/get", { taskId })).error.code, -32602, taskId);
  await ask("tasks/cancel", { taskId: task.taskId });
});

test("what is refused is a result, not a task, and a waitSeconds over its limit starts nothing (rules/mcp 8 and 21)", async (t) => {
  const { result } = await ask("tools/call", {
    name: "generate",
    arguments: image("x", { waitSeconds: 301 }),
  });
  t.true(result.isError);
  t.is(result.resultType, "complete");
  const short = await ask("tools/call", { name: "get_credits", arguments: {} });
  t.is(short.result.resultType, "complete");
});

test("a client that asked so cancels the job that it waited for by closing its answer, and it costs nothing (rules/mcp 22)", async (t) => {
  const cat = await signUp(kiln.url);
  const left = new AbortController();
  const call = fetch(`${kiln.url}/mcp`, {
    method: "POST",
    signal: left.signal,
    headers: {
      authorization: `Bearer ${cat.key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": STATELESS,
      "mcp-method": "tools/call",
      "mcp-name": "generate",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name: "generate",
        arguments: image("[slow=600] a cat", { waitSeconds: 300 }),
        _meta: {
          "io.modelcontextprotocol/protocolVersion": STATELESS,
          "io.modelcontextprotocol/clientCapabilities": {},
          "kiln/cancelOnAbort": true,
        },
      },
    }),
  });
  const jobOf = async () => (await cat.api.get("/v1/generations")).body.jobs[0];
  await until(jobOf);
  left.abort();
  await t.throwsAsync(call);
  const job = await until(async () => {
    const now = await jobOf();
    return now.status === "canceled" && now;
  });
  t.is(job.costCredits ?? 0, 0);
});
