import { randomUUID } from "node:crypto";
import test from "ava";
import { SCOPES } from "../../../contracts/scopes.js";
import type { Kiln } from "../../../start.js";
import { Client, type Person, signUp, credentialsOf } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
let root: Person;
test.before(async () => {
  kiln = await startKiln();
  root = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

const password = "correct horse battery";
async function named(email: string, name?: string): Promise<Client> {
  const anonymous = new Client(kiln.url);
  const answer = await anonymous.post("/v1/auth/sign-up", { email, password, name });
  return anonymous.with({ cookie: answer.headers.get("set-cookie")?.split(";")[0] ?? "" });
}
const change = (id: string, body: object, by = root.session) => by.patch(`/v1/admin/accounts/${id}`, body);
const emailsOf = async (query: string): Promise<string[]> =>
  (await root.session.get(`/v1/admin/accounts?${query}`)).body.accounts.map(
    ({ email }: { email: string }) => email,
  );

test("operators' routes are 404 for other accounts and for keys with scopes, 401 without a credential (rules/identity 40)", async (t) => {
  const person = await signUp(kiln.url);
  const anonymous = new Client(kiln.url);
  const attempts = (by: Client) => [
    by.get("/v1/admin/accounts"),
    by.patch(`/v1/admin/accounts/${person.id}`, { operator: true }),
    by.post(`/v1/admin/accounts/${person.id}/credits`, { deltaCredits: 5 }),
  ];
  for (const answer of await Promise.all(attempts(anonymous))) t.is(answer.status, 401);
  for (const by of [person.session, person.api, root.api]) {
    for (const answer of await Promise.all(attempts(by))) {
      t.is(answer.status, 404);
      t.is(answer.body.error.code, "not_found");
    }
  }
  t.false((await person.session.get("/v1/auth/session")).body.user.operator);
  t.is((await person.session.get("/v1/account")).body.remainingCredits, 500);
});

test("an unscoped key of an operator opens them (rules/identity 40)", async (t) => {
  const made = await root.session.post("/v1/api-keys", { name: "old", scopes: SCOPES });
  await kiln.host.transact((tx) =>
    tx.run("UPDATE api_keys SET scopes = NULL WHERE id = ?", [made.body.apiKey.id]),
  );
  const key = new Client(kiln.url, { authorization: `Bearer ${made.body.secret}` });
  t.is((await key.get("/v1/admin/accounts")).status, 200);
});

test("accounts are listed newest first, with balances and a total of all matches (rules/edge 26)", async (t) => {
  const mark = randomUUID();
  for (let n = 0; n < 5; n++) await named(`${n}-${mark}@example.com`);
  const first = await root.session.get(`/v1/admin/accounts?q=${mark}&limit=2`);
  t.is(first.body.total, 5);
  t.deepEqual(
    await emailsOf(`q=${mark}`),
    [4, 3, 2, 1, 0].map((n) => `${n}-${mark}@example.com`),
  );
  t.deepEqual(
    await emailsOf(`q=${mark}&limit=2&offset=3`),
    [1, 0].map((n) => `${n}-${mark}@example.com`),
  );
  const { id: _id, createdAt: _createdAt, ...account } = first.body.accounts[0];
  t.deepEqual(account, {
    email: `4-${mark}@example.com`,
    name: null,
    emailVerified: false,
    operator: false,
    suspended: false,
    features: { generation: true, transcription: true },
    tier: "none",
    remainingCredits: 500,
    purchasedCredits: 500,
    spentCreditsThisPeriod: 0,
  });
});

test("q searches address and name, whatever the case, and takes % and _ as they are (rules/identity 42)", async (t) => {
  const mark = randomUUID().slice(0, 8);
  const email = `z-${mark}@example.com`;
  await named(email, `ÅSA Öberg 😀 100%_${mark}`);
  for (const q of [
    mark.toUpperCase(),
    `Z-${mark}@EXAMPLE`,
    `öBERG 😀 100%_${mark}`,
    `åsa öberg 😀 100%_${mark}`,
    ` 100%_${mark} `,
  ])
    t.deepEqual(await emailsOf(`q=${encodeURIComponent(q)}`), [email], q);
  for (const q of [`100__${mark}`, `%${mark}%`, `öberg%${mark}`, `z_${mark}`])
    t.deepEqual(await emailsOf(`q=${encodeURIComponent(q)}`), [], q);
});

test("limit and offset outside their range are invalid_params (rules/edge 20)", async (t) => {
  for (const query of ["limit=0", "limit=201", "limit=x", "offset=-1", "offset=0.5"])
    t.is((await root.session.get(`/v1/admin/accounts?${query}`)).status, 400, query);
});

test("a change is partial and shown at once to the account (rules/identity 50)", async (t) => {
  const person = await signUp(kiln.url);
  const off = await change(person.id, { features: { generation: false } });
  t.deepEqual(off.body.account.features, { generation: false, transcription: true });
  const refused = await person.api.post("/v1/generations", {
    model: "mock-image",
    params: { kind: "image", prompt: "a cat", aspectRatio: "1:1", numImages: 1 },
  });
  t.is(refused.status, 403);
  t.is(refused.body.error.code, "forbidden");
  const both = await change(person.id, { emailVerified: true, features: { transcription: false } });
  t.deepEqual(both.body.account.features, { generation: false, transcription: false });
  t.true((await person.session.get("/v1/auth/session")).body.user.emailVerified);
  const none = await change(person.id, {});
  t.deepEqual(none.body, both.body);
});

test("what is unknown is refused: a field, a type, an account (rules/edge 18)", async (t) => {
  const person = await signUp(kiln.url);
  for (const body of [
    { suspend: true },
    { suspended: "yes" },
    { features: { mail: false } },
    { email: "a@b.c" },
  ])
    t.is((await change(person.id, body)).status, 400, JSON.stringify(body));
  t.is((await change(randomUUID(), { suspended: true })).status, 404);
  const nobody = await root.session.post(`/v1/admin/accounts/${randomUUID()}/credits`, { deltaCredits: 5 });
  t.is(nobody.status, 404);
});

test("a suspended account reads; every other call is account_suspended (rules/identity 13)", async (t) => {
  const person = await signUp(kiln.url);
  const { id } = (await person.session.get("/v1/api-keys")).body.apiKeys[0];
  t.true((await change(person.id, { suspended: true })).body.account.suspended);
  for (const by of [person.session, person.api]) {
    t.is((await by.get("/v1/account")).status, 200);
    t.is((await by.get("/v1/api-keys")).status, 200);
    for (const answer of [
      await by.post("/v1/api-keys", { name: "k", scopes: ["media:read"] }),
      await by.delete(`/v1/api-keys/${id}`),
    ]) {
      t.is(answer.status, 403);
      t.is(answer.body.error.code, "account_suspended");
    }
  }
  t.is((await person.session.post("/v1/auth/verify-email/resend")).body.error.code, "account_suspended");
  t.is((await new Client(kiln.url).post("/v1/auth/sign-in", credentialsOf(person))).status, 200);
  t.is((await person.session.post("/v1/auth/sign-out")).status, 200);
  await change(person.id, { suspended: false });
  t.is((await person.api.post("/v1/api-keys", { name: "k", scopes: ["media:read"] })).status, 200);
});

test("an operator makes another one; the last acting operator cannot be suspended or demoted (rules/identity 44)", async (t) => {
  const own = await startKiln();
  t.teardown(() => own.stop());
  const [ann, bob] = [await signUp(own.url), await signUp(own.url)];
  for (const body of [{ operator: false }, { suspended: true }]) {
    const refused = await change(ann.id, body, ann.session);
    t.is(refused.status, 409);
    t.is(refused.body.error.code, "conflict");
  }
  t.true((await change(bob.id, { operator: true }, ann.session)).body.account.operator);
  t.is((await bob.session.get("/v1/admin/accounts")).status, 200);
  t.is((await change(bob.id, { suspended: true }, ann.session)).status, 200);
  t.is((await change(ann.id, { operator: false }, ann.session)).status, 409);
  t.is((await change(bob.id, { suspended: false }, ann.session)).status, 200);
  const [first, second] = await Promise.all([
    change(ann.id, { operator: false }, ann.session),
    change(bob.id, { operator: false }, bob.session),
  ]);
  t.deepEqual(
    [first.status, second.status].toSorted((a, b) => a - b),
    [200, 409],
  );
  t.is((await ann.session.get("/v1/admin/accounts")).status, first.status === 200 ? 404 : 200);
});

test("granted and taken credits are ledger adjustments; a debt reads 0 and is filled up first (rules/billing 12 and 20)", async (t) => {
  const person = await signUp(kiln.url);
  const grant = (deltaCredits: number, note?: string) =>
    root.session.post(`/v1/admin/accounts/${person.id}/credits`, { deltaCredits, note });
  t.is((await grant(250, "thanks")).body.account.remainingCredits, 750);
  const debt = await grant(-1000);
  t.is(debt.body.account.remainingCredits, 0);
  t.is(debt.body.account.purchasedCredits, -250);
  t.is((await grant(300)).body.account.remainingCredits, 50);
  const { entries } = (await person.session.get("/v1/usage")).body;
  t.deepEqual(
    entries
      .map(({ kind, deltaCredits, note }: Record<string, unknown>) => [kind, deltaCredits, note])
      .slice(0, 3),
    [
      ["adjustment", 300, null],
      ["adjustment", -1000, null],
      ["adjustment", 250, "thanks"],
    ],
  );
  t.is((await person.session.get("/v1/account")).body.firstTopupBonusCredits, 500);
  for (const deltaCredits of [0, 1.5, "5", undefined, 1e12])
    t.is((await grant(deltaCredits as number)).status, 400, String(deltaCredits));
});

test("a grant with an Idempotency-Key counts once, also when it is sent many times at once (rules/edge 30)", async (t) => {
  const person = await signUp(kiln.url);
  const grant = (key: string, deltaCredits: number) =>
    root.session.post(
      `/v1/admin/accounts/${person.id}/credits`,
      { deltaCredits },
      { headers: { "idempotency-key": key } },
    );
  const answers = await Promise.all(Array.from({ length: 5 }, () => grant("one", 100)));
  t.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  t.is((await person.session.get("/v1/account")).body.remainingCredits, 600);
  t.is((await grant("one", 200)).body.error.code, "conflict");
  t.is((await grant("two", 100)).body.account.remainingCredits, 700);
});
