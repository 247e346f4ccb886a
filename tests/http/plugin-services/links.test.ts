import { cp } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { PACKAGE_ROOT } from "../../../runtime/process/package-root.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";

let kiln: Kiln;
let ann: Person;
let bob: Person;
test.before(async () => {
  kiln = await startKiln();
  [ann, bob] = [await signUp(kiln.url), await signUp(kiln.url)];
  const folder = join(kiln.host.config.pluginsDir, "links");
  await cp(join(PACKAGE_ROOT, "examples/plugins/links"), folder, { recursive: true });
  await until(async () => (await ann.api.get("/v1/p/links")).status === 200);
});
test.after.always(() => kiln?.stop());

const make = async (who: Person, body: object = {}) =>
  (await who.api.post("/v1/p/links", { url: "https://example.com/a", ...body })).body.link;

test("a link is made, listed, followed, counted and removed by the routes of the example", async (t) => {
  const made = await ann.api.post("/v1/p/links", { url: "https://example.com/one", slug: "one" });
  t.is(made.status, 200);
  const { link } = made.body;
  t.is(link.shortUrl, `${kiln.host.baseUrl}/v1/p/links/to/one`);
  for (let visit = 0; visit < 2; visit += 1) {
    const followed = await fetch(`${kiln.url}/v1/p/links/to/one`, { redirect: "manual" });
    t.is(followed.status, 302);
    t.is(followed.headers.get("location"), "https://example.com/one");
  }
  const { links } = (await ann.api.get("/v1/p/links")).body;
  t.is(links.find(({ id }: { id: string }) => id === link.id).clicks, 2);
  t.deepEqual((await ann.api.delete(`/v1/p/links/${link.id}`)).body, { ok: true });
  t.is((await fetch(`${kiln.url}/v1/p/links/to/one`)).status, 404);
});

test("links of others look like none", async (t) => {
  const link = await make(bob);
  t.is((await ann.api.delete(`/v1/p/links/${link.id}`)).status, 404);
  t.false((await ann.api.get("/v1/p/links")).body.links.some(({ id }: { id: string }) => id === link.id));
  t.is((await bob.api.delete(`/v1/p/links/${link.id}`)).status, 200);
});

test("a slug is given once, also to two who ask at once", async (t) => {
  const asked = await Promise.all(
    [ann, bob, ann, bob].map((who) =>
      who.api.post("/v1/p/links", { url: "https://example.com", slug: "race" }),
    ),
  );
  t.deepEqual(asked.map(({ status }) => status).toSorted(), [200, 409, 409, 409]);
  t.is(asked.find(({ status }) => status === 409)?.body.error.message, "The slug race is taken.");
});

test("an Idempotency-Key makes one link, and is refused with another body (rules/edge 30)", async (t) => {
  const headers = { "idempotency-key": "links-1" };
  const once = await ann.api.post("/v1/p/links", { url: "https://example.com/k" }, { headers });
  const again = await ann.api.post("/v1/p/links", { url: "https://example.com/k" }, { headers });
  t.deepEqual(again.body, once.body);
  const other = await ann.api.post("/v1/p/links", { url: "https://example.com/o" }, { headers });
  t.is(other.body.error.code, "conflict");
});

test("authentication, scope, shape and address are checked as for Kiln's own routes (rules/edge 11)", async (t) => {
  t.is((await fetch(`${kiln.url}/v1/p/links`)).status, 401);
  const keyOf = async (scope: string) => {
    const { secret } = (await ann.session.post("/v1/api-keys", { name: scope, scopes: [scope] })).body;
    return ann.session.with({ authorization: `Bearer ${secret}` });
  };
  const reads = await keyOf("plugins:read");
  const other = await keyOf("media:rw");
  t.is((await reads.get("/v1/p/links")).status, 200);
  const refused = await reads.post("/v1/p/links", { nonsense: 1 });
  t.is(refused.status, 403);
  t.is(refused.body.error.message, "This key needs the scope plugins:rw");
  t.is((await other.get("/v1/p/links")).body.error.message, "This key needs the scope plugins:read");

  const unknown = await ann.api.post("/v1/p/links", { url: "https://example.com", slgu: "typo" });
  t.is(unknown.status, 400);
  t.regex(unknown.body.error.message, /unknown field "slgu" \(did you mean "slug"/);
  const wrong = await ann.api.post("/v1/p/links", { url: "http://example.com" });
  t.is(wrong.body.error.message, "url must be an https address.");
  t.is((await ann.api.get("/v1/p/links?limit=0")).status, 400);
  t.is((await ann.api.get("/v1/p/links?color=red")).status, 200, "queries may bring more");

  for (const [method, path] of [
    ["DELETE", "/v1/p/links/not-an-id"],
    ["GET", "/v1/p/links/to"],
    ["GET", "/v1/p/links/to/%2e%2e%2f"],
    ["GET", "/v1/p/links/to/%E0%A4%A"],
    ["PUT", "/v1/p/links"],
    ["GET", "/v1/p/nobody"],
    ["GET", "/v1/p"],
    ["GET", "/v1/p/links/"],
  ] as const) {
    const answer = await fetch(`${kiln.url}${path}`, { method });
    t.is(answer.status, 404, `${method} ${path}, before authentication`);
  }
  const long = await fetch(`${kiln.url}/v1/p/links`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "x".repeat(100_000),
  });
  t.is(long.status, 401, "nobody's body is read");
});

test("the OpenAPI document of the process has its routes, and agents have its tools (rules/edge 36)", async (t) => {
  const document = (await ann.api.get("/v1/openapi.json")).body;
  t.is(document.paths["/v1/p/links"].post.operationId, "links.create");
  t.is(document.paths["/v1/p/links"].post["x-scope"], "plugins:rw");
  t.deepEqual(document.paths["/v1/p/links/to/{slug}"].get.security, []);
  t.deepEqual(document.paths["/v1/p/links"].get.tags, ["Services of plugins"]);

  const agent = async (method: string, params: object, key = ann.key) => {
    const answer = await fetch(`${kiln.url}/mcp`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    return (
      (await answer.json()) as {
        result: {
          tools: { name: string }[];
          isError?: boolean;
          content: { text: string }[];
          structuredContent: { link: { url: string } };
        };
      }
    ).result;
  };
  const { tools } = await agent("tools/list", {});
  const found = tools.find(({ name }) => name === "links_create") as unknown as Record<string, never>;
  t.like(found, {
    title: "Make a short link",
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
    inputSchema: { required: ["url"], additionalProperties: false },
  });
  t.true(tools.some(({ name }) => name === "links_delete"));
  t.false(
    tools.some(({ name }) => name === "links_follow"),
    "only what says so is a tool",
  );
  const made = await agent("tools/call", {
    name: "links_create",
    arguments: { url: "https://example.com/agent" },
  });
  t.is(made.structuredContent.link.url, "https://example.com/agent");
  const refused = await agent("tools/call", { name: "links_list", arguments: { limti: 1 } });
  t.true(refused.isError);
  t.regex(refused.content[0]?.text ?? "", /unknown field "limti" \(did you mean "limit"/);
});

test("/metrics tells the route of the contract", async (t) => {
  await fetch(`${kiln.url}/v1/p/links/to/nobody`);
  const metrics = await (await fetch(`${kiln.url}/metrics`)).text();
  t.regex(metrics, /route="\/v1\/p\/links\/to\/:slug"/);
  t.notRegex(metrics, /to\/nobody/);
});
