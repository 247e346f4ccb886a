import test from "ava";
import type { Kiln } from "../../../start.js";
import { callTool, connectAgent } from "../../helpers/agent-client.js";
import { type Person, signUp } from "../../helpers/client.js";
import { type RawAnswer } from "../../helpers/raw-request.js";
import { assertNoPromisedChanges } from "../../helpers/promised-changes.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { connectStateless, STATELESS, stateless } from "../../helpers/stateless-agent.js";

let kiln: Kiln;
let ann: Person;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

const json = (answer: RawAnswer) => JSON.parse(answer.body.toString());
const ask = (...rest: Parameters<typeof stateless> extends [unknown, unknown, ...infer R] ? R : never) =>
  stateless(kiln.url, ann.key, ...rest);

test("server/discover says who answers, what it can, and which revisions it serves, and promises nothing that cannot be sent (rules/mcp 1 and 25)", async (t) => {
  const answer = await ask("server/discover");
  t.is(answer.status, 200);
  const { result } = json(answer);
  t.is(result.resultType, "complete");
  t.deepEqual(result.supportedVersions, [STATELESS]);
  t.truthy(result.capabilities.tools);
  assertNoPromisedChanges(t, result.capabilities);
  t.regex(result.instructions, /list_models/);
  t.like(result["_meta"]["io.modelcontextprotocol/serverInfo"], { name: "kiln", title: "Kiln" });
  t.is(answer.headers["mcp-session-id"], undefined);
});

test("both eras list the same tools, the new one with a hint how long they hold (rules/mcp 1)", async (t) => {
  const modern = json(await ask("tools/list")).result;
  t.is(modern.resultType, "complete");
  t.is(modern.cacheScope, "private");
  t.true(modern.ttlMs > 0);
  const legacy = await connectAgent(kiln.url, ann.key);
  t.deepEqual(modern.tools, (await legacy.listTools()).tools);
});

test("a tool gives the same in both eras, as text and as an object (rules/mcp 23)", async (t) => {
  const { result } = json(await ask("tools/call", { name: "get_credits", arguments: {} }));
  t.is(result.resultType, "complete");
  const legacy = await callTool(await connectAgent(kiln.url, ann.key), "get_credits");
  t.is(result.content.length, 1);
  t.is(result.content[0].text, legacy.text);
  t.deepEqual(result.structuredContent, legacy.json);
  t.deepEqual((await ann.api.get("/v1/account")).body.remainingCredits, legacy.json.remainingCredits);
});

test("a failed tool is a result with the REST sentence as its only text (rules/mcp 5)", async (t) => {
  const { result } = json(
    await ask("tools/call", {
      name: "get_generation",
      arguments: { jobId: "00000000-0000-4000-8000-000000000000" },
    }),
  );
  t.true(result.isError);
  t.is(result.structuredContent, undefined);
  const rest = await ann.api.get("/v1/generations/00000000-0000-4000-8000-000000000000");
  t.is(result.content[0].text, rest.body.error.message);
  const args = JSON.parse('{ "__proto__": { "x": 1 } }') as object;
  const named = await ask("tools/call", { name: "get_credits", arguments: args });
  t.is(named.status, 200);
  t.like(json(named).result, { isError: true, resultType: "complete" });
  t.regex(json(named).result.content[0].text, /unknown field "__proto__"/);
});

test("an unknown tool, and one that the scopes do not open, are unknown (rules/mcp 3)", async (t) => {
  const { body } = await ann.session.post("/v1/api-keys", { name: "reader", scopes: ["media:read"] });
  for (const [key, name] of [
    [ann.key, "no_such_tool"],
    [body.secret as string, "get_credits"],
  ] as const) {
    const answer = await stateless(kiln.url, key, "tools/call", { name, arguments: {} });
    t.is(json(answer).error.code, -32602);
    t.regex(json(answer).error.message, /Unknown tool/);
  }
});

test("a revision that is not served is refused with the list of those that are (rules/mcp 1)", async (t) => {
  const newer = await ask("tools/list", {}, { version: "2031-01-01" });
  t.is(newer.status, 400);
  t.deepEqual(json(newer).error.data, { supported: [STATELESS], requested: "2031-01-01" });
  const { body } = await ann.session.post("/v1/api-keys", { name: "old", scopes: ["media:read"] });
  const older = await fetch(`${kiln.url}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${body.secret as string}`,
      "mcp-protocol-version": "1999-01-01",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  t.is(older.status, 400);
  t.regex(JSON.stringify(await older.json()), /2026-07-28, 2025-11-25, 2025-06-18/);
});

test("headers that are missing, or say something else than the message, are refused with 400 (rules/mcp 1)", async (t) => {
  const call = { name: "get_credits", arguments: {} };
  for (const headers of [
    { "mcp-method": undefined },
    { "mcp-method": "tools/list" },
    { "mcp-name": undefined },
    { "mcp-name": "list_models" },
    { "mcp-protocol-version": undefined },
    { "mcp-protocol-version": "2025-11-25" },
  ]) {
    const answer = await ask("tools/call", call, { headers });
    t.is(answer.status, 400, JSON.stringify(headers));
    t.is(json(answer).error.code, -32020, JSON.stringify(headers));
  }
});

test("an envelope without what it must have is refused with 400 (rules/mcp 1)", async (t) => {
  const answer = await ask(
    "tools/list",
    {},
    { meta: { "io.modelcontextprotocol/clientCapabilities": "all" } },
  );
  t.is(answer.status, 400);
  t.is(json(answer).error.code, -32602);
});

test("bearer, Origin and method are asked for as in the other era (rules/mcp 2)", async (t) => {
  t.is((await stateless(kiln.url, "wrong", "tools/list")).status, 401);
  t.is((await ask("tools/list", {}, { headers: { origin: "https://evil.example" } })).status, 403);
});

test("what only the other era has is an unknown method here (rules/mcp 1)", async (t) => {
  for (const method of ["initialize", "ping", "logging/setLevel"]) {
    const answer = await ask(method);
    t.is(json(answer).error.code, -32601, method);
  }
});

test("the newest SDK's client finds out the era by itself, lists and calls", async (t) => {
  const client = await connectStateless(kiln.url, ann.key);
  t.is(client.getNegotiatedProtocolVersion(), STATELESS);
  const { tools } = await client.listTools();
  t.true(tools.length > 30);
  const result = await client.callTool({ name: "list_models", arguments: { kind: "image" } });
  const rest = await ann.api.get("/v1/models?kind=image");
  t.deepEqual(result.structuredContent, rest.body);
  await client.close();
});

test("a call that waits with a progress token is a stream of progress, and ends with its result (rules/mcp 9)", async (t) => {
  const client = await connectStateless(kiln.url, ann.key);
  const seen: number[] = [];
  const result = await client.callTool(
    {
      name: "generate",
      arguments: {
        model: "mock-image",
        params: { kind: "image", prompt: "[slow=7] a cat", aspectRatio: "1:1", numImages: 1 },
        waitSeconds: 25,
      },
    },
    { onprogress: ({ progress }) => seen.push(progress), timeout: 60_000 },
  );
  t.like(result.structuredContent, { job: { status: "succeeded" } });
  t.true(seen.length > 0);
  await client.close();
});

test("a subscription ends with its credential (rules/identity 25)", async (t) => {
  const key = await ann.session.post("/v1/api-keys", { name: "listener", scopes: ["media:read"] });
  const listening = stateless(kiln.url, key.body.secret as string, "subscriptions/listen", {
    notifications: { toolsListChanged: true },
  });
  await ann.session.delete(`/v1/api-keys/${key.body.apiKey.id as string}`);
  // The stream ends, whether the key went before it began or afterwards.
  t.true([200, 401].includes((await listening).status));
});

test("the usual form of a message is answered as its longer form is by the library, in both eras", async (t) => {
  const earlier = async (method: string, params: object) => {
    const answer = await fetch(`${kiln.url}/mcp`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${ann.key}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    t.is(answer.status, 200);
    t.is(answer.headers.get("content-type"), "application/json");
    return answer.json();
  };
  const newest = async (method: string, params: Record<string, unknown>, meta: object) => {
    const answer = await stateless(kiln.url, ann.key, method, params, { meta });
    t.is(answer.status, 200);
    return JSON.parse(answer.body.toString());
  };
  for (const [method, params] of [
    ["tools/list", {}],
    ["tools/call", { name: "get_credits", arguments: {} }],
    ["tools/call", { name: "list_models", arguments: { kind: "hologram" } }],
    ["tools/call", { name: "get_content_document", arguments: { documentId: "x", y: 1 } }],
  ] as const) {
    const what = `${method} ${JSON.stringify(params)}`;
    t.deepEqual(await earlier(method, params), await earlier(method, { ...params, _meta: {} }), what);
    t.deepEqual(await newest(method, params, {}), await newest(method, params, { "kiln/other": 1 }), what);
  }
});
