import { randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import test from "ava";
import type { Kiln } from "../../../start.js";
import { Client, type Person, signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";

const image = {
  model: "mock-image",
  params: { kind: "image", prompt: "x", aspectRatio: "1:1", numImages: 1 },
};
let kiln: Kiln;
let ann: Person;
let bob: Person;
let anonymous: Client;
test.before(async () => {
  kiln = await startKiln({ BASE_URL: "https://kiln.example:8443" });
  ann = await signUp(kiln.url);
  bob = await signUp(kiln.url);
  anonymous = new Client(kiln.url);
});
test.after.always(() => kiln?.stop());

test("each 401 carries WWW-Authenticate, and says when a session is wanted (rules/edge 8)", async (t) => {
  const { defaultProjectId } = (await ann.api.get("/v1/projects")).body;
  for (const [method, path, headers, challenge] of [
    ["GET", "/v1/account", {}, 'Bearer realm="kiln"'],
    ["GET", "/v1/account", { authorization: "Bearer x" }, 'Bearer realm="kiln", error="invalid_token"'],
    ["GET", "/v1/auth/session", {}, 'Cookie realm="kiln", cookie-name="svc_session"'],
    [
      "GET",
      "/v1/auth/session",
      { authorization: `Bearer ${ann.key}` },
      'Cookie realm="kiln", cookie-name="svc_session"',
    ],
    ["GET", `/v1/content/${defaultProjectId}/types`, {}, 'Bearer realm="kiln"'],
    ["POST", `/v1/content/${defaultProjectId}/graphql`, {}, 'Bearer realm="kiln"'],
  ] as const) {
    const answer = await anonymous.send(method, path, {
      headers,
      ...(method === "POST" && { body: { query: "{ __typename }" } }),
    });
    t.is(answer.status, 401, path);
    t.is(answer.headers.get("www-authenticate"), challenge, path);
  }
  const { body } = await ann.api.get("/v1/auth/session");
  t.regex(body.error.message, /wants a session: sign in/);
  const wrong = await anonymous.post("/v1/auth/sign-in", { email: ann.email, password: "wrong password" });
  t.is(wrong.status, 401);
  t.truthy(wrong.headers.get("www-authenticate"));
});

test("other schemes of Authorization do not hide the cookie, a bearer token does (rules/identity 17)", async (t) => {
  const get = (authorization: string) => ann.session.get("/v1/account", { headers: { authorization } });
  for (const authorization of ["Basic eDp5", "Digest username=x", "Negotiate abc", "Bearerish x"])
    t.is((await get(authorization)).status, 200, authorization);
  for (const authorization of ["Bearer", "Bearer x", "bearer svc_sk_x"])
    t.is((await get(authorization)).status, 401, authorization);
});

test("an Origin is compared by scheme, host and port, and its refusal names the expected one and BASE_URL (rules/identity 16)", async (t) => {
  const { host, port } = new URL(kiln.url);
  const from = (origin: string) => ann.session.post("/v1/estimates", image, { headers: { origin } });
  for (const origin of ["https://kiln.example:8443", `http://${host}`])
    t.is((await from(origin)).status, 200, origin);
  for (const origin of [
    `https://${host}`,
    `http://127.0.0.1`,
    `http://127.0.0.1:${Number(port) + 1}`,
    "http://kiln.example:8443",
    "https://kiln.example",
    "null",
  ]) {
    const { status, body } = await from(origin);
    t.is(status, 403, origin);
    t.true(body.error.message.includes(`a page of ${origin},`), body.error.message);
    t.regex(body.error.message, /only pages of https:\/\/kiln\.example:8443 .* set BASE_URL/);
  }
});

test("what is private is never stored: Cache-Control no-store on answers and refusals (rules/edge 9)", async (t) => {
  for (const [client, path] of [
    [ann.api, "/v1/account"],
    [ann.session, "/v1/auth/session"],
    [ann.api, "/v1/models"],
    [ann.api, `/v1/generations/${randomUUID()}`],
    [anonymous, "/v1/account"],
    [anonymous, "/v1/nowhere"],
  ] as const)
    t.is((await client.get(path)).headers.get("cache-control"), "no-store", path);
  const signIn = await anonymous.post("/v1/auth/sign-in", { email: ann.email, password: ann.password });
  t.is(signIn.headers.get("cache-control"), "no-store");
});

test("a value that is missing is said to be required (rules/edge 22)", async (t) => {
  const messageOf = async (path: string, body: object) => (await ann.api.post(path, body)).body.error.message;
  t.is(await messageOf("/v1/billing/checkout", {}), 'kind is required: "topup" or "subscription".');
  t.regex(await messageOf("/v1/generations", { model: "mock-image" }), /params is required/);
});

test("a grant of an operator names the operator, and q finds an account by its id (rules/identity 41 and 42)", async (t) => {
  const path = `/v1/admin/accounts/${bob.id}/credits`;
  t.is((await ann.session.post(path, { deltaCredits: 7, note: "hello" })).status, 200);
  const [entry] = (await bob.api.get("/v1/usage?limit=1")).body.entries;
  t.deepEqual([entry.deltaCredits, entry.actorUserId, entry.actorEmail], [7, ann.id, ann.email]);
  for (const q of [bob.id, bob.id.slice(-12).toUpperCase()]) {
    const { accounts } = (await ann.session.get(`/v1/admin/accounts?q=${q}`)).body;
    t.deepEqual(
      accounts.map(({ id }: { id: string }) => id),
      [bob.id],
    );
  }
});

test("the embedded database and its folder are the process's own", async (t) => {
  const { dataDir, databaseUrl } = kiln.host.config;
  if (databaseUrl !== null) return t.pass("the database is a server");
  for (const name of ["kiln.db", "kiln.db-wal", "kiln.db-shm"])
    t.is((await stat(`${dataDir}/${name}`)).mode & 0o777, 0o600, name);
});
