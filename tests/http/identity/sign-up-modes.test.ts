import { randomUUID } from "node:crypto";
import test from "ava";
import type { Kiln } from "../../../start.js";
import { Client } from "../../helpers/client.js";
import { readMails } from "../../helpers/read-mails.js";
import { startKiln } from "../../helpers/start-kiln.js";

const password = "correct horse battery";
const operator = { email: "operator@example.com", password };
const OPERATOR = { OPERATOR_EMAIL: operator.email, OPERATOR_PASSWORD: password };
const address = () => `p-${randomUUID()}@example.com`;

async function signIn(kiln: Kiln, who: { email: string; password: string }): Promise<Client> {
  const answer = await new Client(kiln.url).post("/v1/auth/sign-in", who);
  return new Client(kiln.url).with({ cookie: answer.headers.get("set-cookie")?.split(";")[0] ?? "" });
}

/** The server is invite-only and sends mail, and credits wait for the verified address. */
let kiln: Kiln;
let owner: Client;
let projectId: string;
test.before(async () => {
  kiln = await startKiln({
    ...OPERATOR,
    SIGNUP: "invite",
    SIGNUP_CREDITS_NEED_EMAIL: "1",
    REQUIRE_EMAIL_VERIFICATION: "1",
  });
  owner = await signIn(kiln, operator);
  projectId = randomUUID();
  await owner.post("/v1/projects", { id: projectId, name: "Glaze" });
});
test.after.always(() => kiln?.stop());

async function invite(email: string): Promise<string> {
  const answer = await owner.post(`/v1/projects/${projectId}/invites`, { email });
  return answer.body.invite.id;
}
const tokenTo = async (email: string) =>
  (await readMails(kiln.host.config.dataDir, email)).findLast(({ token }) => token !== "")?.token ?? "";
const signUp = (email: string) => new Client(kiln.url).post("/v1/auth/sign-up", { email, password });
const creditsOf = async (person: Client) => (await person.get("/v1/account")).body.remainingCredits;

test("SIGNUP=closed takes no account, and says so (rules/identity 3)", async (t) => {
  const closed = await startKiln({ ...OPERATOR, SIGNUP: "closed" });
  t.teardown(() => closed.stop());
  for (const email of [address(), operator.email]) {
    const answer = await new Client(closed.url).post("/v1/auth/sign-up", { email, password });
    t.is(answer.status, 403);
    t.is(answer.body.error.code, "forbidden");
    t.is(answer.body.error.message, "Sign-up is closed here.");
  }
  t.is((await (await signIn(closed, operator)).get("/v1/auth/session")).status, 200);
});

test.serial(
  "SIGNUP=invite takes an address while an invite waits for it (rules/identity 3 and 14)",
  async (t) => {
    const [email, revoked] = [address(), address()];
    const stranger = await signUp(email);
    t.is(stranger.status, 403);
    t.is(stranger.body.error.code, "forbidden");
    await invite(email);
    t.is((await signUp(email.toUpperCase())).status, 200);
    const inviteId = await invite(revoked);
    await owner.delete(`/v1/projects/${projectId}/invites/${inviteId}`);
    t.is((await signUp(revoked)).status, 403);
  },
);

test.serial(
  "an invite is accepted, and welcome credits come, with a verified address only (rules/billing 20; rules/identity 12)",
  async (t) => {
    const email = address();
    const inviteId = await invite(email);
    await signUp(email);
    const person = await signIn(kiln, { email, password });
    t.is(await creditsOf(person), 0);
    t.is((await person.get("/v1/usage")).body.total, 0);
    const refused = await person.post(`/v1/project-invites/${inviteId}/accept`);
    t.is(refused.status, 403);
    t.is(refused.body.error.code, "email_unverified");
    const token = await tokenTo(email);
    const answers = await Promise.all(
      [1, 2, 3].map(() => new Client(kiln.url).post("/v1/auth/verify-email", { token })),
    );
    t.is(answers.filter(({ status }) => status === 200).length, 1);
    t.is(await creditsOf(person), 500);
    t.is((await person.get("/v1/usage")).body.total, 1);
    t.is((await person.post(`/v1/project-invites/${inviteId}/accept`)).status, 200);
  },
);

test.serial(
  "a reset and an operator verify an address too, and credits come once (rules/billing 20)",
  async (t) => {
    const [email, other] = [address(), address()];
    for (const each of [email, other]) {
      await invite(each);
      await signUp(each);
    }
    for (let n = 0; n < 2; n++) {
      await new Client(kiln.url).post("/v1/auth/password-reset", { email });
      const confirm = { token: await tokenTo(email), password };
      t.is((await new Client(kiln.url).post("/v1/auth/password-reset/confirm", confirm)).status, 200);
    }
    t.is(await creditsOf(await signIn(kiln, { email, password })), 500);
    const person = await signIn(kiln, { email: other, password });
    const { id } = (await person.get("/v1/auth/session")).body.user;
    for (const emailVerified of [true, false, true])
      t.is((await owner.patch(`/v1/admin/accounts/${id}`, { emailVerified })).status, 200);
    t.is(await creditsOf(person), 500);
  },
);
