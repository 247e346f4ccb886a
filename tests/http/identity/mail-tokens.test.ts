import { randomUUID } from "node:crypto";
import test from "ava";
import { Mail } from "../../../entities/mail.js";
import type { Kiln } from "../../../start.js";
import { Client, signUp, credentialsOf } from "../../helpers/client.js";
import { type ReadMail, readMails } from "../../helpers/read-mails.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";

let kiln: Kiln;
let anonymous: Client;
test.before(async () => {
  kiln = await startKiln();
  anonymous = new Client(kiln.url);
});
test.after.always(() => kiln?.stop());

/** Returns the mails to an address once all that were posted are written, which a busy machine does behind the answer. */
async function mailsTo(email: string): Promise<ReadMail[]> {
  await until(async () => (await kiln.host.read.count(Mail, {})) === 0);
  return readMails(kiln.host.config.dataDir, email);
}
async function newestMailTo(email: string): Promise<ReadMail> {
  const mail = (await mailsTo(email)).at(-1);
  if (!mail) throw new Error(`There is no mail to ${email}.`);
  return mail;
}
const expire = (accountId: string) =>
  kiln.host.transact((tx) =>
    tx.run("UPDATE email_tokens SET expiresAt = ? WHERE accountId = ?", [Date.now() - 1, accountId]),
  );

test("a token confirms the address once; used again it is 400 (rules/identity 8)", async (t) => {
  const person = await signUp(kiln.url);
  const { token } = await newestMailTo(person.email);
  t.false((await person.session.get("/v1/auth/session")).body.user.emailVerified);
  t.deepEqual((await anonymous.post("/v1/auth/verify-email", { token })).body, { ok: true });
  t.true((await person.session.get("/v1/auth/session")).body.user.emailVerified);
  const again = await anonymous.post("/v1/auth/verify-email", { token });
  t.is(again.status, 400);
  t.is(again.body.error.code, "invalid_params");
});

test("of several uses of a token at once one counts (rules/identity 8)", async (t) => {
  const person = await signUp(kiln.url);
  const { token } = await newestMailTo(person.email);
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => anonymous.post("/v1/auth/verify-email", { token })),
  );
  t.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 400, 400, 400],
  );
});

test("a wrong or expired token is 400, and one for another purpose too (rules/identity 8)", async (t) => {
  const person = await signUp(kiln.url);
  const { token } = await newestMailTo(person.email);
  const password = "another long password";
  t.is((await anonymous.post("/v1/auth/password-reset/confirm", { token, password })).status, 400);
  for (const wrong of ["x", token.slice(1), `${token}x`, ""])
    t.is((await anonymous.post("/v1/auth/verify-email", { token: wrong })).status, 400);
  await expire(person.id);
  t.is((await anonymous.post("/v1/auth/verify-email", { token })).status, 400);
  t.false((await person.session.get("/v1/auth/session")).body.user.emailVerified);
});

test("resend sends another mail, whose token is good; earlier ones stay good until one is used (rules/identity 8)", async (t) => {
  const person = await signUp(kiln.url);
  t.deepEqual((await person.session.post("/v1/auth/verify-email/resend")).body, { ok: true });
  const mails = await mailsTo(person.email);
  t.is(mails.length, 2);
  t.is((await anonymous.post("/v1/auth/verify-email", { token: mails[0]?.token })).status, 200);
  t.is((await anonymous.post("/v1/auth/verify-email", { token: mails[1]?.token })).status, 400);
});

test("resend needs the cookie, sends nothing to a confirmed address, and does not flood a mailbox (rules/identity 11)", async (t) => {
  t.is((await anonymous.post("/v1/auth/verify-email/resend")).status, 401);
  const person = await signUp(kiln.url);
  for (let n = 0; n < 4; n++) t.is((await person.session.post("/v1/auth/verify-email/resend")).status, 200);
  const sixth = await person.session.post("/v1/auth/verify-email/resend");
  t.is(sixth.status, 429);
  t.true(Number(sixth.headers.get("retry-after")) > 0);
  const { token } = await newestMailTo(person.email);
  await anonymous.post("/v1/auth/verify-email", { token });
  t.deepEqual((await person.session.post("/v1/auth/verify-email/resend")).body, { ok: true });
  t.is((await mailsTo(person.email)).length, 5);
});

test("a reset is answered alike for a known and an unknown address, and mails only the known one (rules/identity 9)", async (t) => {
  const person = await signUp(kiln.url);
  const unknown = `x-${randomUUID()}@example.com`;
  for (const email of [` ${person.email.toUpperCase()} `, unknown, "no address"]) {
    const answer = await anonymous.post("/v1/auth/password-reset", { email });
    t.is(answer.status, 200);
    t.deepEqual(answer.body, { ok: true });
  }
  const mail = await newestMailTo(person.email);
  t.is(mail.subject, "Set a new password");
  t.is(mail.link, `${kiln.host.baseUrl}/reset-password?token=${mail.token}`);
  t.is((await mailsTo(unknown)).length, 0);
});

test("a reset sets the password, ends all sessions and confirms the address; keys of a verified address go on (rules/identity 10)", async (t) => {
  const person = await signUp(kiln.url);
  await anonymous.post("/v1/auth/verify-email", { token: (await newestMailTo(person.email)).token });
  const key = await person.session.post("/v1/api-keys", { name: "later", scopes: ["account:read"] });
  const later = anonymous.with({ authorization: `Bearer ${key.body.secret}` });
  const second = await anonymous.post("/v1/auth/sign-in", credentialsOf(person));
  await anonymous.post("/v1/auth/password-reset", { email: person.email });
  const { token } = await newestMailTo(person.email);
  const password = "another long password";
  const answer = await anonymous.post("/v1/auth/password-reset/confirm", { token, password });
  t.deepEqual(answer.body, { ok: true });
  t.is((await person.session.get("/v1/auth/session")).status, 401);
  const cookie = second.headers.get("set-cookie")?.split(";")[0] ?? "";
  t.is((await anonymous.with({ cookie }).get("/v1/auth/session")).status, 401);
  t.is((await later.get("/v1/account")).status, 200);
  t.is((await person.api.get("/v1/account")).status, 401, "it was made while the address was unverified");
  t.is((await anonymous.post("/v1/auth/sign-in", credentialsOf(person))).status, 401);
  const signedIn = await anonymous.post("/v1/auth/sign-in", { email: person.email, password });
  t.is(signedIn.status, 200);
  t.true(signedIn.body.user.emailVerified);
});

test("a reset's token is good once, within the hour, for a password of 8 to 200 (rules/identity 2 and 8)", async (t) => {
  const person = await signUp(kiln.url);
  const confirm = (token: string, password: string) =>
    anonymous.post("/v1/auth/password-reset/confirm", { token, password });
  await anonymous.post("/v1/auth/password-reset", { email: person.email });
  await anonymous.post("/v1/auth/password-reset", { email: person.email });
  const [first, second] = (await mailsTo(person.email)).slice(-2);
  t.is((await confirm(second?.token ?? "", "short")).status, 400);
  t.is((await confirm(second?.token ?? "", "long enough 1")).status, 200);
  t.is((await confirm(second?.token ?? "", "long enough 2")).status, 400);
  t.is((await confirm(first?.token ?? "", "long enough 3")).status, 400);
  await anonymous.post("/v1/auth/password-reset", { email: person.email });
  await expire(person.id);
  const late = await confirm((await newestMailTo(person.email)).token, "long enough 4");
  t.is(late.status, 400);
  t.is(late.body.error.code, "invalid_params");
  const signedIn = await anonymous.post("/v1/auth/sign-in", {
    email: person.email,
    password: "long enough 1",
  });
  t.is(signedIn.status, 200);
});

test("who asks for many resets of an address does not flood its mailbox (rules/identity 11)", async (t) => {
  const person = await signUp(kiln.url);
  for (let n = 0; n < 7; n++)
    t.is((await anonymous.post("/v1/auth/password-reset", { email: person.email })).status, 200);
  t.is((await mailsTo(person.email)).length, 5);
});

test("a verification keeps what is signed in, and its mail says how to end what a stranger made (rules/identity 51)", async (t) => {
  const person = await signUp(kiln.url);
  const { token, raw } = await newestMailTo(person.email);
  t.regex(raw, /ends all of its sessions, and the API keys/);
  t.is((await anonymous.post("/v1/auth/verify-email", { token })).status, 200);
  t.is((await person.session.get("/v1/auth/session")).status, 200);
  t.is((await person.api.get("/v1/account")).status, 200);
});
