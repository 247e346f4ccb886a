import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import type { Kiln } from "../../../start.js";
import { callTool, connectAgent } from "../../helpers/agent-client.js";
import { type Person, signUp } from "../../helpers/client.js";
import { rawRequest } from "../../helpers/raw-request.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { waitForJob } from "../../helpers/wait-for-job.js";

let kiln: Kiln;
let ann: Person;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

const image = (prompt: string, changes: object = {}) => ({
  model: "mock-image",
  params: { kind: "image", prompt, aspectRatio: "1:1", numImages: 1 },
  ...changes,
});
const firstJob = async (person: Person) => {
  for (;;) {
    const { jobs } = (await person.api.get("/v1/generations")).body;
    if (jobs.length > 0) return jobs[0].id as string;
    await sleep(10);
  }
};

test("Limits, waitSeconds 0 returns at once with the job as it was made (rules/mcp 8)", async (t) => {
  const client = await connectAgent(kiln.url, ann.key);
  const { json, isError } = await callTool(
    client,
    "generate",
    image("[slow=30] tortoise", { waitSeconds: 0 }),
  );
  t.false(isError);
  t.is(json.job.status, "queued");
  t.false("results" in json.job);
  await ann.api.post(`/v1/generations/${json.job.id}/cancel`);
});

test("Agent tool server, when the wait is over the state reached is returned, not an error; get_generation finds the end (rules/mcp 8)", async (t) => {
  const client = await connectAgent(kiln.url, ann.key);
  const { json, isError } = await callTool(client, "generate", image("[slow=3] hare", { waitSeconds: 1 }));
  t.false(isError);
  t.true(["queued", "running"].includes(json.job.status));
  await waitForJob(ann.api, json.job.id);
  const end = await callTool(client, "get_generation", { jobId: json.job.id });
  t.is(end.json.job.status, "succeeded");
  t.is(end.json.job.results.length, 1);
});

test("a waitSeconds over its limit is refused and nothing is started (rules/mcp 8)", async (t) => {
  const person = await signUp(kiln.url);
  const client = await connectAgent(kiln.url, person.key);
  for (const waitSeconds of [301, -1, 1.5, "60"]) {
    const { isError, text } = await callTool(client, "generate", image("a cat", { waitSeconds }));
    t.true(isError);
    t.is(text, "waitSeconds must be a whole number from 0 to 300.");
  }
  t.is((await person.api.get("/v1/generations")).body.total, 0);
});

test("a canceled job ends the wait (rules/mcp 8)", async (t) => {
  const person = await signUp(kiln.url);
  const client = await connectAgent(kiln.url, person.key);
  const waiting = callTool(client, "generate", image("[slow=60] statue"));
  await person.api.post(`/v1/generations/${await firstJob(person)}/cancel`);
  const { json } = await waiting;
  t.is(json.job.status, "canceled");
  t.deepEqual(json.job.results, []);
});

test("a wait ends as unauthenticated when its key is revoked; the job goes on (rules/identity 25)", async (t) => {
  const person = await signUp(kiln.url);
  const key = await person.session.post("/v1/api-keys", { name: "agent", scopes: ["generation:rw"] });
  const client = await connectAgent(kiln.url, key.body.secret);
  const waiting = callTool(client, "generate", image("[slow=60] statue"));
  const id = await firstJob(person);
  await person.session.delete(`/v1/api-keys/${key.body.apiKey.id}`);
  const { isError, text } = await waiting;
  t.true(isError);
  t.is(text, "Missing, unknown or revoked credential.");
  t.true(["queued", "running"].includes((await person.api.get(`/v1/generations/${id}`)).body.job.status));
  await person.api.post(`/v1/generations/${id}/cancel`);
});

test("with a progressToken a waiting tool reports its progress before the end (rules/mcp 9)", async (t) => {
  const person = await signUp(kiln.url);
  const client = await connectAgent(kiln.url, person.key);
  const reports: { progress: number; total?: number; message?: string }[] = [];
  const { json } = await callTool(client, "generate", image("[slow=60] hare"), {
    onprogress: async (report) => {
      reports.push(report);
      await person.api.post(`/v1/generations/${await firstJob(person)}/cancel`);
    },
  });
  t.is(json.job.status, "canceled");
  t.is(reports.length, 1);
  t.is(reports[0]?.total, 60);
  t.true((reports[0]?.progress ?? 0) > 0);
  t.regex(reports[0]?.message ?? "", /running|queued/);
});

test("a progressToken of a client that takes no stream is answered in JSON (rules/mcp 9)", async (t) => {
  const answer = await rawRequest(`${kiln.url}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json",
      authorization: `Bearer ${ann.key}`,
    },
    pieces: [
      Buffer.from(
        JSON.stringify({
          jsonrpc: "2.0",
          id: "x",
          method: "tools/call",
          params: { name: "generate", arguments: image("a cat"), _meta: { progressToken: 1 } },
        }),
      ),
    ],
  });
  t.regex(answer.headers["content-type"] ?? "", /^application\/json/);
  t.is(JSON.parse(answer.body.toString()).id, "x");
});

test("a client that leaves ends its wait; the job goes on (rules/mcp 22)", async (t) => {
  const person = await signUp(kiln.url);
  const leave = new AbortController();
  const request = fetch(`${kiln.url}/mcp`, {
    method: "POST",
    signal: leave.signal,
    headers: { "content-type": "application/json", authorization: `Bearer ${person.key}` },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "generate", arguments: image("[slow=60] statue", { waitSeconds: 300 }) },
    }),
  });
  const id = await firstJob(person);
  leave.abort();
  await t.throwsAsync(request, { name: "AbortError" });
  t.true(["queued", "running"].includes((await person.api.get(`/v1/generations/${id}`)).body.job.status));
  await person.api.post(`/v1/generations/${id}/cancel`);
});

test("a process that drains ends its waits with the state reached, as JSON and as a stream (rules/running 14)", async (t) => {
  const own = await startKiln();
  const person = await signUp(own.url);
  const client = await connectAgent(own.url, person.key);
  const statue = image("[slow=60] statue", { waitSeconds: 300 });
  const waits = [
    callTool(client, "generate", statue),
    callTool(client, "generate", statue, { onprogress: () => {} }),
  ];
  while ((await person.api.get("/v1/generations")).body.total < 2) await sleep(10);
  const [answers] = await Promise.all([Promise.all(waits), own.stop()]);
  for (const { json, isError } of answers) {
    t.false(isError);
    t.true(["queued", "running"].includes(json.job.status));
  }
});
