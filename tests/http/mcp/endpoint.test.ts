import test from "ava";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { codeOf, rawRequest, type RawAnswer } from "../../helpers/raw-request.js";
import { assertNoPromisedChanges } from "../../helpers/promised-changes.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
let ann: Person;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const BOTH = "application/json, text/event-stream";

interface Message {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
}
function post({ method = "POST", headers = {}, body = LIST }: Message = {}): Promise<RawAnswer> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return rawRequest(`${kiln.url}/mcp`, {
    method,
    headers: {
      "content-type": "application/json",
      accept: BOTH,
      authorization: `Bearer ${ann.key}`,
      "content-length": String(Buffer.byteLength(text)),
      ...headers,
    },
    pieces: [Buffer.from(text)],
  });
}
const json = (answer: RawAnswer) => JSON.parse(answer.body.toString());
const without = async (name: string, { body = LIST }: Message = {}) => {
  const headers: Record<string, string> = {
    "content-type": "application/json",
    accept: BOTH,
    authorization: `Bearer ${ann.key}`,
  };
  delete headers[name];
  return rawRequest(`${kiln.url}/mcp`, {
    method: "POST",
    headers,
    pieces: [Buffer.from(JSON.stringify(body))],
  });
};

test("Agent tool server, one POST gives one JSON answer, without initialization and without a session (rules/mcp 1)", async (t) => {
  const answer = await post();
  t.is(answer.status, 200);
  t.regex(answer.headers["content-type"] ?? "", /^application\/json/);
  t.is(answer.headers["mcp-session-id"], undefined);
  t.truthy(answer.headers["x-request-id"]);
  t.is(json(answer).id, 1);
  t.true(json(answer).result.tools.length > 0);
});

test("a client that names no Accept, or everything, gets JSON; one that takes neither gets 406 (rules/mcp 1)", async (t) => {
  for (const answer of [
    await without("accept"),
    await post({ headers: { accept: "*/*" } }),
    await post({ headers: { accept: "application/json" } }),
  ]) {
    t.is(answer.status, 200);
    t.regex(answer.headers["content-type"] ?? "", /^application\/json/);
  }
  t.is((await post({ headers: { accept: "text/html" } })).status, 406);
});

test("Agent tool server, no credential gives 401 with the address of the resource's metadata (rules/mcp 2)", async (t) => {
  const answer = await without("authorization");
  t.is(answer.status, 401);
  t.is(codeOf(answer), "unauthenticated");
  t.is(
    answer.headers["www-authenticate"],
    `Bearer resource_metadata="${kiln.host.baseUrl}/.well-known/oauth-protected-resource"`,
  );
});

test("Agent tool server, an unknown or revoked key gives 401 too (rules/mcp 2)", async (t) => {
  const unknown = await post({ headers: { authorization: "Bearer svc_sk_unknown" } });
  t.is(unknown.status, 401);
  t.regex(
    unknown.headers["www-authenticate"] ?? "",
    /^Bearer resource_metadata="[^"]+", error="invalid_token"$/,
  );
  const key = await ann.session.post("/v1/api-keys", { name: "gone", scopes: ["generation:read"] });
  const headers = { authorization: `Bearer ${key.body.secret}` };
  t.is((await post({ headers })).status, 200);
  await ann.session.delete(`/v1/api-keys/${key.body.apiKey.id}`);
  t.is((await post({ headers })).status, 401);
});

test("the session cookie does not open /mcp (rules/mcp 2)", async (t) => {
  const { cookie = "" } = ann.session.headers;
  t.is(
    (
      await rawRequest(`${kiln.url}/mcp`, {
        method: "POST",
        headers: { cookie, "content-type": "application/json", accept: BOTH },
        pieces: [Buffer.from(JSON.stringify(LIST))],
      })
    ).status,
    401,
  );
});

test("an unauthenticated caller never makes the service read a body, whatever it is (rules/edge 12)", async (t) => {
  const answer = await post({ headers: { authorization: "Bearer wrong" }, body: "{not json" });
  t.is(answer.status, 401);
});

test("Agent tool server, GET and DELETE give 405, as does all but POST, also without a credential (rules/mcp 1)", async (t) => {
  for (const method of ["GET", "DELETE", "PUT", "PATCH", "OPTIONS", "HEAD"]) {
    const answer = await rawRequest(`${kiln.url}/mcp`, { method, headers: { accept: "text/event-stream" } });
    t.is(answer.status, 405, method);
    t.is(answer.headers.allow, "POST");
  }
});

test("a foreign Origin gives 403, the service's own does not (rules/mcp 2)", async (t) => {
  for (const origin of ["https://evil.example", "null"]) {
    const answer = await post({ headers: { origin } });
    t.is(answer.status, 403);
    t.is(codeOf(answer), "forbidden");
  }
  t.is((await post({ headers: { origin: kiln.host.baseUrl } })).status, 200);
  t.is(
    (await post({ headers: { origin: "https://evil.example", authorization: "Bearer wrong" } })).status,
    401,
  );
});

test("batches are refused, and nothing of them runs (rules/mcp 1)", async (t) => {
  for (const body of [[LIST], [LIST, { ...LIST, id: 2 }], []]) {
    const answer = await post({ body });
    t.is(answer.status, 400);
    t.is(json(answer).error.code, -32600);
  }
});

test("a body that is no JSON-RPC message gives a JSON-RPC error (rules/mcp 1)", async (t) => {
  const broken = await post({ body: "{" });
  t.is(broken.status, 400);
  t.is(json(broken).error.code, -32700);
  for (const body of ["null", "1", '"text"', "{}", '{"jsonrpc":"1.0","id":1,"method":"ping"}']) {
    const answer = await post({ body });
    t.is(answer.status, 400, body);
    t.is(typeof json(answer).error.code, "number");
  }
  t.is((await post({ headers: { "content-type": "text/plain" } })).status, 415);
});

test("Limits, a body over 32 MB is refused, declared or counted (rules/edge 15)", async (t) => {
  const headers = { "content-type": "application/json", accept: BOTH, authorization: `Bearer ${ann.key}` };
  const declared = await rawRequest(`${kiln.url}/mcp`, {
    method: "POST",
    headers: { ...headers, "content-length": String(32 * 2 ** 20 + 1) },
  });
  t.is(declared.status, 413);
  t.is(codeOf(declared), "payload_too_large");
  const counted = await rawRequest(`${kiln.url}/mcp`, {
    method: "POST",
    headers,
    pieces: Array.from({ length: 33 }, () => Buffer.alloc(2 ** 20, " ")),
  });
  t.is(counted.status, 413);
});

test("a notification is accepted without an answer; an unknown method and an unknown protocol version are refused (rules/mcp 1)", async (t) => {
  const note = await post({ body: { jsonrpc: "2.0", method: "notifications/initialized" } });
  t.is(note.status, 202);
  t.is(note.body.length, 0);
  const unknown = await post({ body: { jsonrpc: "2.0", id: 7, method: "sampling/unknown" } });
  t.like(json(unknown), { id: 7, error: { code: -32601 } });
  t.is((await post({ headers: { "mcp-protocol-version": "1999-01-01" } })).status, 400);
});

test("initialize says who answers and how to use it, and promises nothing that cannot be sent (rules/mcp 18 and 25)", async (t) => {
  const answer = await post({
    body: {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
    },
  });
  const { result } = json(answer);
  t.is(result.protocolVersion, "2025-06-18");
  t.is(result.serverInfo.name, "kiln");
  t.deepEqual(Object.keys(result.capabilities).toSorted(), [
    "completions",
    "extensions",
    "prompts",
    "resources",
    "tools",
  ]);
  assertNoPromisedChanges(t, result.capabilities);
  t.regex(result.instructions, /list_models[^]*list_content_types/);
});

test("no call shares state with another: equal ids at the same time get their own answers (rules/mcp 15)", async (t) => {
  const bob = await signUp(kiln.url);
  const credits = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "get_credits", arguments: {} },
  };
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      n % 2 === 0 ? post() : post({ body: credits, headers: { authorization: `Bearer ${bob.key}` } }),
    ),
  );
  for (const [n, answer] of answers.entries())
    t.is(n % 2 === 0 ? "tools" in json(answer).result : "content" in json(answer).result, true);
});

test("arguments of a wrong shape are a failed result with a sentence, unknown ones name the nearest (rules/mcp 5 and 7)", async (t) => {
  const call = (args: unknown) =>
    post({
      body: { jsonrpc: "2.0", id: 7, method: "tools/call", params: { name: "list_models", arguments: args } },
    });
  for (const wrong of [[], "image", 5, null]) {
    const { id, result } = json(await call(wrong));
    t.is(id, 7);
    t.true(result.isError);
    t.is(result.content[0].text, "arguments must be an object of the tool's inputs by their names.");
  }
  const { result } = json(await call({ kinds: "image" }));
  t.true(result.isError);
  t.is(result.content[0].text, 'unknown field "kinds" (did you mean "kind"?).');
});

test("parameters of a wrong shape are -32602 with a sentence that names the field, and not an internal error (rules/mcp 5)", async (t) => {
  for (const [method, params, field] of [
    ["tools/call", {}, /^params\.name is required/],
    ["tools/call", { name: 5 }, /^params\.name must be of type string/],
    ["resources/read", {}, /^params\.uri is required/],
    [
      "prompts/get",
      { name: "hero_picture", arguments: { documentId: 5 } },
      /^params\.arguments\.documentId must be of type string/,
    ],
    ["completion/complete", { ref: { type: "ref/x" }, argument: {} }, /^params\.ref/],
  ] as const) {
    const { id, error } = json(await post({ body: { jsonrpc: "2.0", id: 7, method, params } }));
    t.is(id, 7);
    t.is(error.code, -32602, method);
    t.regex(error.message, field);
  }
});

test("a number that JSON cannot carry exactly fails the tool with REST's sentence, and nothing is saved (rules/edge 23)", async (t) => {
  const projects = (await ann.api.get("/v1/projects")).body;
  const body = (number: string, id: string) =>
    `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"create_content_type","arguments":{"name":"n","title":"N","fields":[{"name":"a","title":"A","type":"number","max":${number}}]}}}`;
  const path = `/v1/projects/${projects.defaultProjectId}/content/types`;
  for (const number of ["1e400", "-9007199254740993"]) {
    const answer = json(await post({ body: body(number, "1") }));
    t.is(answer.id, 1);
    t.true(answer.result.isError);
    const rest = await rawRequest(`${kiln.url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${ann.key}` },
      pieces: [Buffer.from(`{"name":"n","max":${number}}`)],
    });
    t.is(rest.status, 400);
    t.is(answer.result.content[0].text, json(rest).error.message);
  }
  t.is((await ann.api.get(path)).body.total, 0);
  const asId = await post({ body: body("5", "9007199254740993") });
  t.is(asId.status, 400);
  t.regex(json(asId).error.message, /9007199254740993/);
});
