import { randomBytes } from "node:crypto";
import test from "ava";
import { Client, type Person, signUp } from "../../helpers/client.js";
import { described, HandNode } from "../../helpers/hand-node.js";
import { type Cluster, openCluster } from "../../helpers/open-cluster.js";
import type { KilnProcess } from "../../helpers/spawn-kiln.js";
import { startStockNode } from "../../helpers/stock-node.js";
import { waitUntil } from "../../helpers/wait-until.js";

/** The tests are about services of third parties under /v1/x (ADR-0064). */
const NATS_URL = process.env.KILN_TEST_NATS_URL ?? "";
const EXTERNAL_SERVICES = "shortener.*, v2.orders.list, honest.*, liar.*";
const NAMESPACE = `test-${randomBytes(6).toString("hex")}`;
let cluster: Cluster;
let gateway: KilnProcess;
let person: Person;
let anonymous: Client;
let stranger: Awaited<ReturnType<typeof startStockNode>>;
const closers: (() => Promise<void>)[] = [];

const start = async (nodeId: string) => {
  const node = await startStockNode(NATS_URL, NAMESPACE, nodeId);
  closers.push(() => node.end());
  return node;
};
const hand = async (id: string, ...services: Record<string, unknown>[]) => {
  const node = await HandNode.start(NATS_URL, NAMESPACE, id, services);
  closers.push(() => node.close());
  return node;
};
const keyOf = async (scopes?: string[]) => {
  const made = await person.session.post("/v1/api-keys", { name: "key", ...(scopes && { scopes }) });
  return anonymous.with({ authorization: `Bearer ${made.body.secret}` });
};

test.before(async () => {
  cluster = await openCluster({ NAMESPACE, EXTERNAL_SERVICES });
  closers.push(() => cluster.close());
  [gateway] = await Promise.all([cluster.gateway(), cluster.areas()]);
  person = await signUp(cluster.url);
  anonymous = new Client(cluster.url);
  stranger = await start("a-stranger");
  await served("shortener/links/1");
});
test.after.always(() => Promise.all(closers.map((close) => close())));

const served = (path: string, status = 200) =>
  waitUntil(async () => (await person.api.get(`/v1/x/${path}`)).status === status, {
    what: () => `${path} is not ${status}:\n${gateway.output}`,
  });

// Serial tests run before the others. More of the nodes of others is in external/nodes, which the whole run has.
test.serial(
  "a node is 503 while it is frozen, gone when it is killed, and served again when it is back (rules/running 32)",
  async (t) => {
    stranger.kill("SIGSTOP");
    const frozen = await person.api.get("/v1/x/shortener/links/1");
    t.is(frozen.status, 503);
    t.is(frozen.body.error.message, "shortener did not answer; the outcome is unknown.");
    stranger.kill("SIGCONT");
    await served("shortener/links/1");
    await stranger.end();
    await served("shortener/links/1", 404);
    stranger = await start("a-stranger");
    await served("shortener/links/1");
  },
);

test.serial(
  "answers of liars are no answers: another's id, a stream, an error that poses, more than 4 MB, meta that is ours (rules/running 32)",
  async (t) => {
    const routes = { get: { rest: "GET /" } };
    const [honest, liar] = [
      await hand("honest", described("honest", routes)),
      await hand("liar", described("liar", routes)),
    ];
    await Promise.all([served("honest"), served("liar")]);
    honest.answer = ({ id, sender }) => {
      liar.send(`RES.${String(sender)}`, { id, success: true, data: { by: "liar" }, meta: {} });
      // By then the other connection has brought the false answer.
      setTimeout(() => {
        honest.send(`RES.${String(sender)}`, { id, success: true, data: { by: "honest" }, meta: {} });
      }, 200);
      return { silent: true };
    };
    t.deepEqual((await person.api.get("/v1/x/honest")).body, { by: "honest" });
    const lies = [
      { success: true, stream: true, seq: 0, data: "a" },
      { success: true, data: "x".repeat(5 * 1024 * 1024) },
      { success: false, error: null },
      { success: false, error: { name: "ServiceError", type: "internal", code: 500, message: "inside" } },
      { success: false, error: { name: "__proto__", code: "a", message: {} } },
      {
        success: false,
        error: { name: "ValidationError", code: 499.5, data: [null], message: "\u0000\u202e" },
      },
    ];
    for (const lie of lies) {
      liar.answer = () => lie;
      const { status, body } = await person.api.get("/v1/x/liar");
      t.true([400, 503].includes(status), JSON.stringify(body));
      t.notRegex(body.error.message, /inside/);
    }
    t.deepEqual((await person.api.get("/v1/x/honest")).body, { by: "honest" });
  },
);

test("an action with a route is called with path, query and body, and learns who calls and nothing secret (rules/running 32)", async (t) => {
  const { api } = person;
  const made = await api.post("/v1/x/shortener/links?id=a&list=1&list=2", {
    url: "https://example.com/",
    id: "b",
  });
  t.is(made.status, 200, JSON.stringify(made.body));
  t.deepEqual(made.body.params, { id: "b", list: ["1", "2"], url: "https://example.com/" });
  t.is(made.body.meta.user.id, person.id);
  t.true(made.body.meta.user.scopes.includes("content:rw"));
  t.deepEqual(Object.keys(made.body.meta).toSorted(), ["requestId", "user"]);
  t.deepEqual(made.body.headers, {});
  const got = await api.get("/v1/x/shortener/links/7?id=8", { headers: { "x-request-id": "mine" } });
  t.deepEqual(got.body.params, { id: "7" });
  t.is(got.body.meta.requestId, "mine");
  t.is(got.body.requestID, "mine");
  t.is(got.headers.get("x-request-id"), "mine");
  t.is(got.headers.get("content-security-policy"), "sandbox; default-src 'none'");
  t.is((await api.delete("/v1/x/shortener/links/7")).status, 204);
  t.is((await api.send("HEAD", "/v1/x/shortener/links/7")).status, 200);
  t.is((await api.get("/v1/x/v2/orders")).status, 200);
  const text = JSON.stringify([made.body, got.body]);
  t.false(text.includes(person.key) || text.includes(person.email));
});

test("without a credential 401, without the scope 403, and an action that names none is open to keys without scopes only (rules/identity 23 and 29)", async (t) => {
  const { session } = person;
  for (const path of ["/v1/x/shortener/links/7", "/v1/x/shortener/whole"])
    t.is((await anonymous.get(path)).body.error.code, "unauthenticated");
  const reader = await keyOf(["content:read"]);
  t.is((await reader.get("/v1/x/shortener/links/7")).status, 200);
  const refused = await reader.post("/v1/x/shortener/links", { url: "x" });
  t.is(refused.status, 403);
  t.is(refused.body.error.message, "This key needs the scope content:rw");
  t.is((await reader.get("/v1/x/shortener/whole")).status, 403);
  t.is((await session.get("/v1/x/shortener/whole")).status, 200);
  t.is((await session.get("/v1/x/shortener/whole")).body.meta.user.scopes, null);
  const foreign = { headers: { origin: "https://evil.example" } };
  t.is((await session.post("/v1/x/shortener/links", {}, foreign)).status, 403);
});

test("lengths come first, and bodies that are no object are refused after the credential (rules/edge 11)", async (t) => {
  const { api } = person;
  const large = "x".repeat(5 * 1024 * 1024);
  t.is((await anonymous.post("/v1/x/shortener/links", large)).status, 413);
  t.is((await anonymous.post("/v1/x/shortener/links", "[1]")).status, 401);
  t.is((await api.post("/v1/x/shortener/links", "[1]")).body.error.code, "invalid_params");
  const typed = { headers: { "content-type": "text/plain" } };
  t.is((await api.post("/v1/x/shortener/links", "a", typed)).body.error.code, "invalid_params");
});

test("what is not listed, not published or not understood is unknown, and names of areas shadow nothing (rules/running 32)", async (t) => {
  const { api } = person;
  const paths = ["unlisted", "models", "content", "v2/orders/other", "shortener/hidden", "shortener/unnamed"];
  const more = ["shortener/broken", "shortener/../models", "shortener", "api/list-aliases", "~node/list", ""];
  for (const path of [...paths, ...more]) t.is((await api.get(`/v1/x/${path}`)).status, 404, path);
  t.is((await api.get("/v1/x/shortener/elsewhere")).status, 200);
  for (let asked = 0; asked < 5; asked += 1) t.is((await api.get("/v1/models")).body.from, undefined);
  t.true(gateway.output.includes("shortener.unnamed names a scope that there is not"));
});

test("refusals of a service keep code and sentence, faults of it tell nothing of its inside (rules/running 32)", async (t) => {
  const { api } = person;
  const codes = {
    404: "not_found",
    401: "forbidden",
    409: "conflict",
    429: "rate_limited",
    418: "invalid_params",
  };
  for (const [status, code] of Object.entries(codes)) {
    const { body } = await api.get(`/v1/x/shortener/refuse/${status}`);
    t.deepEqual(body, { error: { code, message: "There is no such link." } });
  }
  for (const path of ["fail", "refuse/500", "big"]) {
    const { status, body, headers } = await api.get(`/v1/x/shortener/${path}`);
    t.is(status, 503, path);
    t.is(body.error.code, "unavailable");
    t.true(Number(headers.get("retry-after")) > 0);
    t.notRegex(body.error.message, /secret|inside|link/);
  }
  t.is((await api.get("/v1/x/shortener/pose")).body.error.code, "forbidden");
});

test("an answer is no page of the origin: no type that a browser runs, no cookie, no other status (rules/running 32)", async (t) => {
  const { api } = person;
  const page = await api.get("/v1/x/shortener/page");
  t.is(page.status, 200);
  t.is(page.headers.get("content-type"), "application/json; charset=utf-8");
  t.is(page.headers.get("set-cookie"), null);
  const away = await api.get("/v1/x/shortener/go?to=https://example.com/a");
  t.is(away.status, 302);
  t.is(away.headers.get("location"), "https://example.com/a");
  for (const to of ["javascript:alert(1)", "//evil.example"]) {
    const { status, headers } = await api.get(`/v1/x/shortener/go?to=${encodeURIComponent(to)}`);
    t.is(status, 204);
    t.is(headers.get("location"), null);
  }
});

test("a service reaches no action of ours (rules/running 32)", async (t) => {
  const { api } = person;
  const { body } = await api.get("/v1/x/shortener/reach");
  t.is(body.message, "The node that calls is not of this deployment.");
});

test("a call that waits for a service ends with 401 soon after its key was revoked (rules/identity 25)", async (t) => {
  const made = await person.session.post("/v1/api-keys", { name: "revoked", scopes: ["content:read"] });
  const holder = anonymous.with({ authorization: `Bearer ${made.body.secret}` });
  t.is((await holder.get("/v1/x/shortener/links/1")).status, 200);
  const waiting = holder.get("/v1/x/shortener/hang");
  t.is((await person.session.delete(`/v1/api-keys/${made.body.apiKey.id}`)).status, 200);
  const { status, body } = await waiting;
  t.is(status, 401);
  t.is(body.error.code, "unauthenticated");
});

test("a service that hangs takes the places of its own callers, and answers 503 (rules/running 32)", async (t) => {
  const { api } = person;
  const { api: hanging } = await signUp(cluster.url);
  const asked = Array.from({ length: 40 }, () => hanging.get("/v1/x/shortener/hang"));
  const refused = await Promise.race(asked);
  t.is(refused.status, 429);
  t.is((await api.get("/v1/x/shortener/links/1")).status, 200);
  t.is((await hanging.get("/v1/models")).status, 200);
  const late = (await Promise.all(asked)).filter(({ status }) => status !== 429);
  t.is(late.length, 32);
  for (const { body } of late) t.is(body.error.message, "shortener did not answer; the outcome is unknown.");
});
