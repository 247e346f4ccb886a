import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import test from "ava";
import type { Kiln } from "../../../start.js";
import { Client, type Person, signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
let ann: Person;
let anonymous: Client;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
  anonymous = new Client(kiln.url);
});
test.after.always(() => kiln?.stop());

const image = {
  model: "mock-image",
  params: { kind: "image", prompt: "x", aspectRatio: "1:1", numImages: 1 },
};
test("missing, unknown and malformed credentials are unauthenticated 401 in the envelope (rules/edge 3; rules/identity 23)", async (t) => {
  const credentials: Record<string, string>[] = [
    {},
    { authorization: "Bearer svc_sk_nope" },
    { authorization: "Bearer" },
    { authorization: "Basic eDp5" },
    { cookie: "svc_session=nope" },
  ];
  for (const headers of credentials) {
    const answer = await anonymous.get("/v1/account", { headers });
    t.is(answer.status, 401);
    t.is(answer.body.error.code, "unauthenticated");
    t.deepEqual(Object.keys(answer.body), ["error"]);
    t.deepEqual(Object.keys(answer.body.error).toSorted(), ["code", "message"]);
  }
});

test("health and plans need no authentication (rules/identity 32)", async (t) => {
  const health = await anonymous.get("/v1/health");
  t.is(health.status, 200);
  t.true(health.body.ok);
  for (const name of ["fal", "replicate", "openai", "elevenlabs", "google", "stripe", "gcs", "smtp"])
    t.is(health.body.providers[name], false, name);
  t.is((await anonymous.get("/v1/plans")).status, 200);
});

test("an unknown route, another method and a malformed id are 404 before authentication (rules/edge 13)", async (t) => {
  for (const [method, path] of [
    ["GET", "/v1/nope"],
    ["GET", "/nope"],
    ["DELETE", "/v1/models"],
    ["POST", "/v1/health"],
    ["GET", "/v1/generations/42"],
    ["GET", "/v1/generations/%zz"],
    ["GET", `/v1/generations/${"a".repeat(5000)}`],
    ["OPTIONS", "/v1/models"],
    ["GET", "/v2/models"],
  ] as const) {
    const answer = await anonymous.send(method, path);
    t.is(answer.status, 404, `${method} ${path}`);
    t.is(answer.body.error.code, "not_found");
  }
});

test("a malformed id in a path is refused by its name, whoever calls (rules/edge 13)", async (t) => {
  const id = randomUUID();
  for (const [method, path, name] of [
    ["GET", "/v1/content/documents/xyz", "id"],
    ["PUT", "/v1/content/documents/xyz", "id"],
    ["POST", `/v1/content/documents/${id}/revisions/xyz/restore`, "revisionId"],
    ["POST", "/v1/content/documents/xyz/revisions/abc/restore", "id"],
    ["POST", "/v1/projects/xyz/content/types", "projectId"],
    ["GET", `/v1/generations/${id}0`, "id"],
    ["GET", "/v1/storage/42?x=1", "storageId"],
    ["GET", "/v1/generations/%zz1", null],
    ["GET", "/v1/content/documents/", null],
    ["GET", "/v1/content/documents/xyz/", null],
    ["POST", "/v1/content/documents/xyz", null],
    ["GET", `/v1/content/documents/${id}/nope`, null],
    ["PATCH", "/v1/admin/models/...", null],
    ["POST", "/v1/nope/xyz", null],
  ] as const)
    for (const by of [anonymous, ann.api]) {
      const { status, body } = await by.send(method, path);
      t.is(status, 404, `${method} ${path}`);
      t.is(body.error.code, "not_found");
      const sentence = `There is no ${method} ${path.split("?")[0]}`;
      if (name !== null) t.is(body.error.message, `${sentence}: ${name} must be a UUID.`);
      else t.notRegex(body.error.message, /UUID/, path);
    }
});

test("a delivery token where a key is due is refused with what to send, known or not (rules/identity 23)", async (t) => {
  const { defaultProjectId } = (await ann.api.get("/v1/projects")).body;
  const path = `/v1/projects/${defaultProjectId}/content/tokens`;
  const { secret } = (await ann.api.post(path, { name: "website" })).body;
  const messageOf = async (method: string, url: string, authorization: string) => {
    const { status, body } = await anonymous.with({ authorization }).send(method, url);
    t.is(status, 401, url);
    t.is(body.error.code, "unauthenticated");
    return body.error.message as string;
  };
  for (const token of [secret, `svc_ct_${"a".repeat(43)}`, "svc_ct_"]) {
    for (const [method, url] of [
      ["GET", path],
      ["POST", "/v1/generations"],
      ["GET", "/v1/admin/accounts"],
      ["POST", "/mcp"],
    ] as const)
      t.is(
        await messageOf(method, url, `Bearer ${token}`),
        "A delivery token only opens content delivery: send an API key, which begins with svc_sk_.",
      );
    t.is(
      await messageOf("GET", "/v1/auth/session", `Bearer ${token}`),
      "A delivery token only opens content delivery: send the cookie of a session.",
    );
  }
  for (const other of ["Bearer svc_sk_nope", "Bearer nope", `Basic ${secret}`])
    t.is(await messageOf("GET", path, other), "Missing, unknown or revoked credential.");
});

test("checks come in their order: 401, then 403, then the body (rules/edge 11)", async (t) => {
  const bad = { body: "{not json" };
  t.is((await anonymous.send("POST", "/v1/generations", bad)).status, 401);
  const { body } = await ann.session.post("/v1/api-keys", { name: "narrow", scopes: ["media:read"] });
  const narrow = anonymous.with({ authorization: `Bearer ${body.secret}` });
  const scoped = await narrow.send("POST", "/v1/generations", bad);
  t.is(scoped.status, 403);
  t.is(scoped.body.error.message, "This key needs the scope generation:rw");
  t.is((await ann.api.send("POST", "/v1/generations", bad)).status, 400);
});

test("unknown query parameters are ignored; unknown body fields are refused (rules/edge 18 and 19)", async (t) => {
  t.is((await ann.api.get("/v1/models?colour=red&limit=1")).body.models.length, 1);
  t.is((await ann.api.post("/v1/generations?colour=red", image)).status, 200);
  t.is((await ann.api.post("/v1/generations", { ...image, note: "hello" })).status, 400);
});

test("a query parameter that is malformed, or given twice, is invalid_params that names it (rules/edge 20)", async (t) => {
  for (const [query, field] of [
    ["limit=1&limit=2", "limit"],
    ["kind=image&kind=image", "kind"],
    ["limit=1.0", "limit"],
    ["limit=1e1", "limit"],
    ["limit=%201", "limit"],
    ["limit=0x10", "limit"],
    ["limit=", "limit"],
    ["limit=0", "limit"],
    ["limit=501", "limit"],
    ["limit=99999999999999999999", "limit"],
    ["offset=1.0", "offset"],
    ["offset=-1", "offset"],
    ["offset=1e400", "offset"],
    ["offset=99999999999999999999", "offset"],
  ]) {
    const answer = await ann.api.get(`/v1/models?${query}`);
    t.is(answer.status, 400, query);
    t.is(answer.body.error.code, "invalid_params");
    t.true(answer.body.error.message.startsWith(`${field} `), answer.body.error.message);
  }
  for (const query of ["colour=red&colour=blue", "limit=2&offset=9007199254740991", "limit[]=0", "&&", "%zz"])
    t.is((await ann.api.get(`/v1/models?${query}`)).status, 200, query);
  const { body } = await ann.api.post("/v1/generations?model=a&model=b", image);
  t.is(body.job.model, image.model);
});

test("halves of characters do no harm, whatever text carries them", async (t) => {
  const escaped = (body: object) => JSON.stringify(body).replaceAll("HALF", String.raw`\ud800`);
  const post = (path: string, body: object, person = ann) =>
    person.api.send("POST", path, { body: escaped(body) });
  const generated = await post("/v1/generations", {
    ...image,
    params: { ...image.params, prompt: "half HALF" },
  });
  t.is(generated.status, 200);
  t.is(generated.body.job.params.prompt, "half \uFFFD");
  t.is((await post("/v1/generations", { ...image, model: "HALF" })).status, 404);
  t.is((await post("/v1/generations", { ...image, params: { ...image.params, HALF: 1 } })).status, 400);
  const project = await post("/v1/projects", { id: randomUUID(), name: "HALF project" });
  t.is(project.body.project.name, "\uFFFD project");
  t.is((await post("/v1/auth/sign-in", { email: "HALF@example.com", password: "HALFHALFHALF" })).status, 401);
  for (const query of ["kind=%ED%A0%80", "kind=%ff", "offset=%ED%A0%80"])
    t.is((await ann.api.get(`/v1/models?${query}`)).status, 400, query);
  t.is((await ann.session.get("/v1/admin/accounts?q=%ED%A0%80")).status, 200);
  t.is((await ann.session.get("/v1/admin/accounts?q=%00")).status, 200);
});

test("every answer carries X-Request-Id, taken over when it looks sane (rules/edge 6)", async (t) => {
  const own = await anonymous.get("/v1/health", { headers: { "x-request-id": "trace-42" } });
  t.is(own.headers.get("x-request-id"), "trace-42");
  for (const given of ["bad id", "x".repeat(200), "a\tb"]) {
    const answer = await anonymous.get("/v1/account", { headers: { "x-request-id": given } });
    t.not(answer.headers.get("x-request-id"), given);
    t.truthy(answer.headers.get("x-request-id"));
  }
});

test("openapi.json is OpenAPI 3.1 of the routes, and /docs, which / names, loads nothing from other hosts (rules/edge 36)", async (t) => {
  const { body } = await anonymous.get("/v1/openapi.json");
  t.true(body.openapi.startsWith("3.1"));
  t.truthy(body.paths["/v1/generations/{id}/cancel"].post);
  const page = await anonymous.get("/docs");
  t.is(page.status, 200);
  t.notRegex(page.body, /(src|href)="(https?:)?\/\//);
  for (const [, asset] of (page.body as string).matchAll(/(?:src|href)="([^"]+)"/g))
    t.is((await anonymous.get(asset ?? "")).status, 200, asset);
  const home = await anonymous.get("/");
  t.is(home.status, 200);
  t.regex(home.body, /href="\/docs"/);
});

test("/graphql, which sends queries as who is signed in, loads nothing from other hosts (rules/edge 36)", async (t) => {
  const page = await anonymous.get("/graphql");
  t.is(page.status, 200);
  t.regex(page.headers.get("content-security-policy") ?? "", /^default-src 'none'; script-src 'self'/);
  t.notRegex(page.body, /(src|href)="(https?:)?\/\//);
  for (const [, asset] of (page.body as string).matchAll(/(?:src|href)="([^"]+)"/g))
    t.is((await anonymous.get(asset ?? "")).status, 200, asset);
});

test("livez, readyz and metrics answer (rules/edge 37)", async (t) => {
  t.is((await anonymous.get("/livez")).status, 200);
  t.is((await anonymous.get("/readyz")).status, 200);
  const metrics = await anonymous.get("/metrics");
  t.is(metrics.status, 200);
  t.regex(metrics.body, /kiln_http_request_seconds_bucket/);
  t.regex(metrics.body, /kiln_tasks/);
  t.regex(metrics.body, /kiln_event_loop_delay_seconds_bucket/);
});

test("metrics without a token are for the loopback, not for whom a proxy on it speaks (rules/running 13)", async (t) => {
  for (const name of ["x-forwarded-for", "forwarded", "x-real-ip", "via"]) {
    const answer = await anonymous.get("/metrics", { headers: { [name]: "127.0.0.1" } });
    t.is(answer.status, 404, name);
  }
});

test("a cookie's request from a foreign page changes nothing (rules/identity 16)", async (t) => {
  for (const origin of ["https://evil.example", "null"]) {
    const answer = await ann.session.post(
      "/v1/api-keys",
      { name: "x", scopes: ["media:read"] },
      { headers: { origin } },
    );
    t.is(answer.status, 403, origin);
    t.is(answer.body.error.code, "forbidden");
  }
  t.is(
    (await ann.session.post("/v1/estimates", image, { headers: { origin: kiln.host.baseUrl } })).status,
    200,
  );
  t.is((await ann.session.get("/v1/account", { headers: { origin: "https://evil.example" } })).status, 200);
});

test("with a bearer token the cookie is ignored (rules/identity 17)", async (t) => {
  const cookie = ann.session.headers.cookie ?? "";
  t.is(
    (await anonymous.get("/v1/account", { headers: { cookie, authorization: "Bearer svc_sk_wrong" } }))
      .status,
    401,
  );
});

test("what is no HTTP is answered with 400 and the connection ends, also when the other side keeps its half (rules/edge 42)", async (t) => {
  const { port, hostname } = new URL(kiln.url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  let seen = "";
  socket.on("data", (data) => (seen += data.toString()));
  const isClosed = once(socket, "end").then(async () => {
    // Bytes that are still sent then meet a connection that is gone.
    const chatter = setInterval(() => socket.write("more\r\n"), 50);
    await once(socket, "error").finally(() => clearInterval(chatter));
  });
  socket.write("HELLO\r\n\r\n");
  await isClosed;
  t.regex(seen, /^HTTP\/1\.1 400/);
  t.regex(seen, /"invalid_params"/);
});

test("an address that is too long is refused in the envelope (rules/edge 42)", async (t) => {
  const answer = await ann.api.get(`/v1/models?x=${"y".repeat(20_000)}`);
  t.is(answer.status, 400);
  t.is(answer.body.error.code, "invalid_params");
  t.regex(answer.body.error.message, /16384 bytes/);
});

test("HEAD answers like GET without a body (rules/edge 45)", async (t) => {
  const response = await fetch(`${kiln.url}/v1/health`, { method: "HEAD" });
  t.is(response.status, 200);
  t.is(await response.text(), "");
});

test("operator routes read as unknown to other accounts and to scoped keys, 401 without a credential (rules/identity 40)", async (t) => {
  const other = await signUp(kiln.url);
  for (const path of ["/v1/admin/accounts", "/v1/admin/models"]) {
    t.is((await anonymous.get(path)).status, 401);
    t.is((await other.session.get(path)).status, 404);
    t.is((await ann.api.get(path)).status, 404);
    t.is((await ann.session.get(path)).status, 200);
  }
  t.is((await other.session.patch(`/v1/admin/accounts/${randomUUID()}`, { suspended: true })).status, 404);
});
