import { randomUUID } from "node:crypto";
import test from "ava";
import type { Kiln } from "../../../start.js";
import { Client, signUp } from "../../helpers/client.js";
import { readMails } from "../../helpers/read-mails.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
let anonymous: Client;
test.before(async () => {
  kiln = await startKiln();
  anonymous = new Client(kiln.url);
  await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

const address = () => `p-${randomUUID()}@example.com`;
const password = "correct horse battery";

test("sign-up gives the user and a session cookie that scripts cannot read (rules/identity 15)", async (t) => {
  const email = address();
  const answer = await anonymous.post("/v1/auth/sign-up", {
    email: `  ${email.toUpperCase()} `,
    password,
    name: "  Ann  ",
  });
  t.is(answer.status, 200);
  const { id, ...user } = answer.body.user;
  t.deepEqual(user, {
    email,
    name: "Ann",
    image: null,
    emailVerified: false,
    operator: false,
    tier: "none",
  });
  t.deepEqual(Object.keys(answer.body), ["user"]);
  const cookie = answer.headers.get("set-cookie") ?? "";
  t.regex(cookie, /^svc_session=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/);
  const session = await anonymous.get("/v1/auth/session", {
    headers: { cookie: cookie.split(";")[0] ?? "" },
  });
  t.deepEqual(session.body.user, { id, ...user });
});

test("an account begins with its welcome credits, a ledger adjustment, and no purchase (rules/billing 20)", async (t) => {
  const person = await signUp(kiln.url);
  const account = await person.session.get("/v1/account");
  t.is(account.body.remainingCredits, 500);
  t.is(account.body.firstTopupBonusCredits, 500);
  const usage = await person.session.get("/v1/usage");
  t.is(usage.body.total, 1);
  t.is(usage.body.entries[0].kind, "adjustment");
  t.is(usage.body.entries[0].deltaCredits, 500);
});

test("an account begins with its default project (rules/projects 1)", async (t) => {
  const person = await signUp(kiln.url);
  const rows = await kiln.host.read.query<{ id: string; isDefault: number }>(
    "SELECT p.id AS id, p.isDefault AS isDefault FROM projects p JOIN accounts a ON a.defaultProjectId = p.id WHERE a.id = ? AND p.ownerId = ?",
    [person.id, person.id],
  );
  t.deepEqual(
    rows.map(({ isDefault }) => Number(isDefault)),
    [1],
  );
});

test("a second sign-up with the address, in whatever case, is conflict (rules/identity 1)", async (t) => {
  const email = address();
  t.is((await anonymous.post("/v1/auth/sign-up", { email, password })).status, 200);
  const second = await anonymous.post("/v1/auth/sign-up", { email: email.toUpperCase(), password });
  t.is(second.status, 409);
  t.is(second.body.error.code, "conflict");
  t.is(second.headers.get("set-cookie"), null);
});

test("of several sign-ups with one address at once exactly one succeeds (rules/identity 1)", async (t) => {
  const email = address();
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => anonymous.post("/v1/auth/sign-up", { email, password })),
  );
  t.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409, 409, 409, 409],
  );
  const rows = await kiln.host.read.query("SELECT id FROM accounts WHERE email = ?", [email]);
  t.is(rows.length, 1);
});

test("what is no address, or a password outside 8 to 200, is invalid_params that names the field (rules/identity 2)", async (t) => {
  const bad: [object, RegExp][] = [
    [{ password }, /^email /],
    [{ email: "ann", password }, /^email must be an e-mail address/],
    [{ email: 1, password }, /^email /],
    [{ email: address() }, /^password /],
    [{ email: address(), password: "1234567" }, /^password must have 8 to 200/],
    [{ email: address(), password: "a".repeat(201) }, /^password must have 8 to 200/],
    [{ email: address(), password, name: 5 }, /^name /],
  ];
  for (const [body, message] of bad) {
    const answer = await anonymous.post("/v1/auth/sign-up", body);
    t.is(answer.status, 400);
    t.is(answer.body.error.code, "invalid_params");
    t.regex(answer.body.error.message, message);
  }
});

test("the mail of a sign-up carries a link that confirms the address (rules/identity 51)", async (t) => {
  const email = address();
  await anonymous.post("/v1/auth/sign-up", { email, password });
  const mails = await readMails(kiln.host.config.dataDir, email);
  t.is(mails.length, 1);
  t.is(mails[0]?.link, `${kiln.host.baseUrl}/verify-email?token=${mails[0]?.token}`);
  const answer = await anonymous.post("/v1/auth/verify-email", { token: mails[0]?.token });
  t.deepEqual(answer.body, { ok: true });
});

test("neither the password nor a secret is stored as it is (rules/identity 2 and 19)", async (t) => {
  const person = await signUp(kiln.url);
  const secret = person.session.headers.cookie?.split("=")[1] ?? "";
  const tables = ["accounts", "sessions", "api_keys", "email_tokens"];
  const mails = await readMails(kiln.host.config.dataDir, person.email);
  for (const table of tables) {
    const text = JSON.stringify(await kiln.host.read.query(`SELECT * FROM ${table}`));
    for (const each of [person.password, secret, person.key, mails[0]?.token ?? ""])
      t.false(each === "" || text.includes(each), table);
  }
});
