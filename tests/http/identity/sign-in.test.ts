import { randomUUID } from "node:crypto";
import test from "ava";
import type { Kiln } from "../../../start.js";
import { Client, signUp, credentialsOf } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
let anonymous: Client;
test.before(async () => {
  kiln = await startKiln();
  anonymous = new Client(kiln.url);
});
test.after.always(() => kiln?.stop());

const cookieOf = (headers: Headers): string => headers.get("set-cookie")?.split(";")[0] ?? "";

test("sign-in gives the user and a session of its own (rules/identity 18)", async (t) => {
  const person = await signUp(kiln.url);
  const answer = await anonymous.post("/v1/auth/sign-in", {
    email: ` ${person.email.toUpperCase()}`,
    password: person.password,
  });
  t.is(answer.status, 200);
  t.is(answer.body.user.id, person.id);
  t.deepEqual(Object.keys(answer.body), ["user"]);
  t.regex(answer.headers.get("set-cookie") ?? "", /^svc_session=[\w-]{43}; .*HttpOnly; SameSite=Lax$/);
  const fresh = anonymous.with({ cookie: cookieOf(answer.headers) });
  t.is((await fresh.get("/v1/auth/session")).status, 200);
  t.is((await person.session.get("/v1/auth/session")).status, 200);
});

test("an unknown address and a wrong password are refused alike (rules/identity 6)", async (t) => {
  const person = await signUp(kiln.url);
  const wrong = await anonymous.post("/v1/auth/sign-in", { email: person.email, password: "wrong" });
  const unknown = await anonymous.post("/v1/auth/sign-in", {
    email: `x-${randomUUID()}@example.com`,
    password: "wrong",
  });
  const nonsense = await anonymous.post("/v1/auth/sign-in", { email: "no address", password: "" });
  for (const answer of [wrong, unknown, nonsense]) {
    t.is(answer.status, 401);
    t.deepEqual(answer.body, wrong.body);
    t.is(answer.body.error.code, "unauthenticated");
    t.is(answer.headers.get("set-cookie"), null);
  }
});

test("a body without its fields is invalid_params (rules/edge 22)", async (t) => {
  t.is((await anonymous.post("/v1/auth/sign-in", {})).status, 400);
  t.is((await anonymous.post("/v1/auth/sign-in", { email: ["a"], password: "b" })).status, 400);
});

test("sign-out ends this session at once and takes the cookie back; others go on (rules/identity 15)", async (t) => {
  const person = await signUp(kiln.url);
  const other = await anonymous.post("/v1/auth/sign-in", credentialsOf(person));
  const answer = await person.session.post("/v1/auth/sign-out");
  t.deepEqual(answer.body, { ok: true });
  t.regex(answer.headers.get("set-cookie") ?? "", /^svc_session=; .*Max-Age=0/);
  t.is((await person.session.get("/v1/auth/session")).status, 401);
  t.is((await person.session.get("/v1/account")).status, 401);
  t.is((await person.session.post("/v1/auth/sign-out")).status, 401);
  t.is((await anonymous.with({ cookie: cookieOf(other.headers) }).get("/v1/auth/session")).status, 200);
  t.is((await person.api.get("/v1/account")).status, 200);
});

test("the session's routes take the cookie only; a key there is unauthenticated (rules/edge 8)", async (t) => {
  const person = await signUp(kiln.url);
  t.is((await anonymous.get("/v1/auth/session")).status, 401);
  t.is((await person.api.get("/v1/auth/session")).status, 401);
  t.is((await person.api.post("/v1/auth/sign-out")).status, 401);
  t.is((await person.api.post("/v1/auth/verify-email/resend")).status, 401);
});

test("with a bearer token, also a wrong one, the cookie is ignored (rules/identity 17)", async (t) => {
  const person = await signUp(kiln.url);
  const { cookie = "" } = person.session.headers;
  for (const authorization of ["Bearer svc_sk_wrong", `Bearer svc_sk_${"a".repeat(43)}`, "Bearer "]) {
    const answer = await anonymous.with({ cookie, authorization }).get("/v1/account");
    t.is(answer.status, 401, authorization);
  }
});

test("a cookie that is no session is unauthenticated (rules/identity 23)", async (t) => {
  for (const secret of ["", "x", "a".repeat(43), "'; DROP TABLE sessions; --"])
    t.is((await anonymous.with({ cookie: `svc_session=${secret}` }).get("/v1/account")).status, 401);
});

test("an expired session is unauthenticated (rules/identity 15)", async (t) => {
  const person = await signUp(kiln.url);
  await kiln.host.transact((tx) =>
    tx.run("UPDATE sessions SET expiresAt = ? WHERE accountId = ?", [Date.now() - 1, person.id]),
  );
  t.is((await person.session.get("/v1/auth/session")).status, 401);
});

test("a session slides: used a day later it lasts 30 days again, and so does the cookie (rules/identity 15)", async (t) => {
  const person = await signUp(kiln.url);
  const day = 24 * 3600 * 1000;
  t.is((await person.session.get("/v1/auth/session")).headers.get("set-cookie"), null);
  const before = Date.now() + 28 * day;
  await kiln.host.transact((tx) =>
    tx.run("UPDATE sessions SET expiresAt = ? WHERE accountId = ?", [before, person.id]),
  );
  const answer = await person.session.get("/v1/account");
  t.is(answer.headers.get("set-cookie")?.split(";")[0], person.session.headers.cookie);
  t.regex(answer.headers.get("set-cookie") ?? "", /Max-Age=2592000; HttpOnly; SameSite=Lax$/);
  for (;;) {
    const [row] = await kiln.host.read.query<{ expiresAt: number }>(
      "SELECT expiresAt FROM sessions WHERE accountId = ?",
      [person.id],
    );
    if (Number(row?.expiresAt) > before + day) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  t.is((await person.session.get("/v1/account")).headers.get("set-cookie"), null);
});

test("a request of the cookie that changes state from a foreign page is forbidden (rules/identity 16)", async (t) => {
  const person = await signUp(kiln.url);
  const mint = (origin: string) =>
    person.session.post("/v1/api-keys", { name: "k", scopes: ["media:read"] }, { headers: { origin } });
  for (const origin of ["https://evil.example", "null", `${kiln.url}.evil.example`]) {
    const answer = await mint(origin);
    t.is(answer.status, 403, origin);
    t.is(answer.body.error.code, "forbidden");
  }
  t.is((await mint(kiln.host.baseUrl)).status, 200);
  t.is((await person.session.post("/v1/api-keys", { name: "k", scopes: ["media:read"] })).status, 200);
  t.is(
    (await person.session.get("/v1/account", { headers: { origin: "https://evil.example" } })).status,
    200,
  );
});
