import { randomUUID } from "node:crypto";
import test from "ava";
import { SCOPES } from "../../../contracts/scopes.js";
import type { Kiln } from "../../../start.js";
import { type Answer, Client, signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
let anonymous: Client;
test.before(async () => {
  kiln = await startKiln();
  anonymous = new Client(kiln.url);
});
test.after.always(() => kiln?.stop());

const mint = (by: Client, scopes: readonly string[], name = "key"): Promise<Answer> =>
  by.post("/v1/api-keys", { name, scopes });
const withKey = (answer: Answer): Client => anonymous.with({ authorization: `Bearer ${answer.body.secret}` });

test("a key is made with its secret, which is shown once and opens its scopes (rules/identity 19)", async (t) => {
  const person = await signUp(kiln.url);
  const answer = await mint(person.session, ["media:read", "account:read", "media:read"], "  deploy  ");
  t.is(answer.status, 200);
  t.regex(answer.body.secret, /^svc_sk_[A-Za-z0-9_-]{43}$/);
  t.like(answer.body.apiKey, { name: "deploy", scopes: ["media:read", "account:read"], lastUsedAt: null });
  const list = await person.session.get("/v1/api-keys");
  t.is(list.body.apiKeys[0].id, answer.body.apiKey.id);
  t.false(JSON.stringify(list.body).includes("svc_sk_"));
  t.is((await withKey(answer).get("/v1/account")).body.user.email, person.email);
});

test("a name is cut at 100 code points, never refused for its length; an empty one is invalid_params (rules/edge 21; rules/identity 20)", async (t) => {
  const person = await signUp(kiln.url);
  const long = await mint(person.session, ["media:read"], `  ${"😀".repeat(300)}`);
  t.is(long.status, 200);
  t.is(long.body.apiKey.name, "😀".repeat(100));
  const list = await person.session.get("/v1/api-keys");
  t.is(list.body.apiKeys[0].name, "😀".repeat(100));
  for (const name of ["", "   ", "\n\t", undefined, null, 5]) {
    const answer = await person.session.post("/v1/api-keys", { name, scopes: ["media:read"] });
    t.is(answer.status, 400, String(name));
    t.regex(answer.body.error.message, /^name /);
  }
});

test("scopes missing, empty or unknown are invalid_params; an unknown one is named (rules/identity 21)", async (t) => {
  const person = await signUp(kiln.url);
  for (const scopes of [
    undefined,
    null,
    [],
    "media:read",
    [5],
    ["media"],
    ["media:write"],
    ["Media:rw"],
    ["*"],
  ]) {
    const answer = await person.session.post("/v1/api-keys", { name: "k", scopes });
    t.is(answer.status, 400, JSON.stringify(scopes));
    t.is(answer.body.error.code, "invalid_params");
    t.regex(answer.body.error.message, /^scopes/);
  }
  const answer = await mint(person.session, ["media:read", "media:write"]);
  t.regex(answer.body.error.message, /"media:write"/);
  for (const scope of SCOPES) t.true(answer.body.error.message.includes(scope));
});

test("every area is valid in a key, also one without routes yet (rules/edge 39; rules/identity 21)", async (t) => {
  const person = await signUp(kiln.url);
  t.deepEqual((await mint(person.session, SCOPES)).body.apiKey.scopes, SCOPES);
});

test("keys are listed newest first and whole (rules/identity 27)", async (t) => {
  const person = await signUp(kiln.url);
  const made: string[] = [];
  for (let n = 0; n < 5; n++) made.unshift((await mint(person.session, ["media:read"])).body.apiKey.id);
  const list = await person.session.get("/v1/api-keys?limit=2&offset=1");
  t.deepEqual(list.body.apiKeys.map(({ id }: { id: string }) => id).slice(0, 5), made);
  t.is(list.body.apiKeys.length, 6);
});

test("the 21st key is invalid_params, also of many requests at once; a deleted one makes room (rules/identity 20)", async (t) => {
  const person = await signUp(kiln.url);
  const answers = await Promise.all(Array.from({ length: 24 }, () => mint(person.session, ["media:read"])));
  t.is(answers.filter(({ status }) => status === 200).length, 19);
  t.deepEqual(
    [...new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.error.code))],
    ["invalid_params"],
  );
  const { apiKeys } = (await person.session.get("/v1/api-keys")).body;
  t.is(apiKeys.length, 20);
  t.is((await person.session.delete(`/v1/api-keys/${apiKeys[0].id}`)).status, 200);
  t.is((await mint(person.session, ["media:read"])).status, 200);
});

test("a key with scopes mints only a subset of its own, else forbidden (rules/identity 22)", async (t) => {
  const person = await signUp(kiln.url);
  const key = withKey(await mint(person.session, ["account:rw", "media:rw", "content:read"]));
  t.is((await mint(key, ["media:read"])).status, 200);
  t.is((await mint(key, ["account:rw", "media:rw", "content:read"])).status, 200);
  for (const scopes of [["content:rw"], ["media:read", "generation:read"], SCOPES]) {
    const answer = await mint(key, scopes);
    t.is(answer.status, 403);
    t.is(answer.body.error.code, "forbidden");
  }
  const reader = withKey(await mint(person.session, ["account:read", "media:rw"]));
  const refused = await mint(reader, ["media:read"]);
  t.is(refused.status, 403);
  t.is(refused.body.error.message, "This key needs the scope account:rw");
});

test("a key from before scopes has full access and mints anything (rules/identity 22)", async (t) => {
  const person = await signUp(kiln.url);
  const made = await mint(person.session, ["media:read"]);
  await kiln.host.transact((tx) =>
    tx.run("UPDATE api_keys SET scopes = NULL WHERE id = ?", [made.body.apiKey.id]),
  );
  const old = withKey(made);
  t.is((await mint(old, SCOPES)).status, 200);
  const list = await old.get("/v1/api-keys");
  const own = list.body.apiKeys.find(({ id }: { id: string }) => id === made.body.apiKey.id);
  t.is(own.scopes, null);
});

test("deleting revokes at once; what is not the caller's is not_found (rules/identity 27)", async (t) => {
  const [person, other] = [await signUp(kiln.url), await signUp(kiln.url)];
  const made = await mint(person.session, ["account:rw"]);
  const { id } = made.body.apiKey;
  const foreign = await other.session.delete(`/v1/api-keys/${id}`);
  t.is(foreign.status, 404);
  t.is(foreign.body.error.code, "not_found");
  t.is((await withKey(made).get("/v1/account")).status, 200);
  t.deepEqual((await withKey(made).delete(`/v1/api-keys/${id.toUpperCase()}`)).body, { ok: true });
  const after = await withKey(made).get("/v1/account");
  t.is(after.status, 401);
  t.is(after.body.error.code, "unauthenticated");
  t.is((await person.session.delete(`/v1/api-keys/${id}`)).status, 404);
  t.is((await person.session.delete(`/v1/api-keys/${randomUUID()}`)).status, 404);
  t.is((await person.session.delete("/v1/api-keys/1")).status, 404);
});

test("lastUsedAt is null before the first use, and never stale for a reader of the process (rules/identity 26)", async (t) => {
  const person = await signUp(kiln.url);
  const made = await mint(person.session, ["account:read"]);
  const usedAt = async (by: Client) =>
    (await by.get("/v1/api-keys")).body.apiKeys.find(({ id }: { id: string }) => id === made.body.apiKey.id)
      .lastUsedAt as string | null;
  t.is(await usedAt(person.session), null);
  let before = 0;
  for (let n = 0; n < 3; n++) {
    const start = Date.now();
    await withKey(made).get("/v1/models");
    const at = Date.parse((await usedAt(person.session)) ?? "");
    t.true(at >= start && at >= before);
    before = at;
  }
  const own = Date.now();
  t.true(Date.parse((await usedAt(withKey(made))) ?? "") >= own);
});

test("lastUsedAt reaches the database (rules/identity 26)", async (t) => {
  const person = await signUp(kiln.url);
  const made = await mint(person.session, ["account:read"]);
  const start = Date.now();
  await withKey(made).get("/v1/account");
  for (;;) {
    const [row] = await kiln.host.read.query<{ lastUsedAt: number | null }>(
      "SELECT lastUsedAt FROM api_keys WHERE id = ?",
      [made.body.apiKey.id],
    );
    if (Number(row?.lastUsedAt) >= start) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  t.pass();
});

test("missing, unknown and malformed keys are unauthenticated, also with a body that is not read (rules/identity 23; rules/edge 12)", async (t) => {
  for (const headers of [
    {},
    { authorization: `Bearer svc_sk_${"A".repeat(43)}` },
    { authorization: "Bearer x" },
  ]) {
    const caller = anonymous.with(headers as Record<string, string>);
    for (const answer of [await caller.get("/v1/api-keys"), await caller.post("/v1/api-keys", "{ broken")]) {
      t.is(answer.status, 401);
      t.is(answer.body.error.code, "unauthenticated");
    }
  }
});
