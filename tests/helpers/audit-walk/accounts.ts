import { randomUUID } from "node:crypto";
import { connectedAgent } from "../connected-agent.js";
import { readMails } from "../read-mails.js";
import { until } from "../until.js";
import type { AuditWalk } from "./walk.js";

/** Calls the writing actions of accounts, credentials and money. */
export async function walkAccountsAndMoney(walk: AuditWalk): Promise<void> {
  const { t, kiln, root, ann, bob, anonymous, seen, does, entriesOf } = walk;
  const { api, session } = ann;
  // accounts and credentials
  const email = `new-${randomUUID()}@example.com`;
  const password = "correct horse battery";
  const { user } = (await anonymous.post("/v1/auth/sign-up", { email, password })).body;
  const newcomer = { ...ann, id: user.id as string };
  await walkAccounts();
  async function walkAccounts() {
    const requestId = "walk-sign-up";
    const signedUp = await anonymous
      .with({ "x-request-id": requestId })
      .post("/v1/auth/sign-up", { email: `up-${email}`, password });
    const [entry] = await entriesOf(requestId);
    const made = signedUp.body.user.id as string;
    t.like(entry, {
      action: "identity.signUp",
      actorKind: "person",
      actorId: made,
      resourceId: made,
      resourceKind: "account",
    });
    seen.add("identity.signUp");
    const person = { by: newcomer, kind: "person" as const, id: newcomer.id };
    const signedIn = await anonymous.post("/v1/auth/sign-in", { email, password });
    const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
    await does("identity.signIn", anonymous, (c) => c.post("/v1/auth/sign-in", { email, password }), person);
    await does(
      "identity.resendVerification",
      anonymous.with({ cookie }),
      (c) => c.post("/v1/auth/verify-email/resend"),
      person,
    );
    await does("identity.signOut", anonymous.with({ cookie }), (c) => c.post("/v1/auth/sign-out"), person);
    const { dataDir } = kiln.host.config;
    const [verification] = await readMails(dataDir, email);
    await does(
      "identity.verifyEmail",
      anonymous,
      (c) => c.post("/v1/auth/verify-email", { token: verification?.token }),
      person,
    );
    await does(
      "identity.requestPasswordReset",
      anonymous,
      (c) => c.post("/v1/auth/password-reset", { email }),
      { id: newcomer.id, by: null, kind: "visitor", owner: newcomer.id },
    );
    const reset = await until(async () =>
      (await readMails(dataDir, email)).find(({ link }) => link.includes("reset")),
    );
    await does(
      "identity.confirmPasswordReset",
      anonymous,
      (c) => c.post("/v1/auth/password-reset/confirm", { token: reset.token, password }),
      person,
    );
  }
  const { apiKey } = await does(
    "identity.createApiKey",
    session,
    (c) => c.post("/v1/api-keys", { name: "k", scopes: ["media:read"] }),
    { id: (body) => body.apiKey.id },
  );
  const keyPath = `/v1/api-keys/${apiKey.id as string}`;
  const budget = { dailyCredits: 5 };
  await does("identity.updateApiKey", session, (c) => c.patch(keyPath, { budget }), { id: apiKey.id });
  await does("identity.deleteApiKey", session, (c) => c.delete(keyPath), { id: apiKey.id });
  const agent = await connectedAgent(kiln);
  const grant = `/v1/oauth/grants/${agent.grantId}`;
  const ofAgent = { by: agent.person, id: agent.grantId };
  await does("identity.updateOauthGrant", agent.person.session, (c) => c.patch(grant, { budget }), ofAgent);
  await does("identity.deleteOauthGrant", agent.person.session, (c) => c.delete(grant), ofAgent);
  const other = await connectedAgent(kiln);
  const operator = { by: root, kind: "operator" as const };
  await does(
    "identity.adminDeleteOauthGrant",
    root.session,
    (c) => c.delete(`/v1/admin/accounts/${other.person.id}/grants/${other.grantId}`),
    { ...operator, id: other.grantId, owner: other.person.id },
  );
  const about = { ...operator, id: bob.id, owner: bob.id };
  const admin = `/v1/admin/accounts/${bob.id}`;
  await does(
    "identity.adminUpdateAccount",
    root.session,
    (c) => c.patch(admin, { suspended: false, emailVerified: true }),
    about,
  );
  await does(
    "identity.adminGrantCredits",
    root.session,
    (c) => c.post(`${admin}/credits`, { deltaCredits: 100 }),
    about,
  );

  // money
  const { url } = await does(
    "billing.checkout",
    api,
    (c) => c.post("/v1/billing/checkout", { kind: "subscription", tier: "pro" }),
    { id: (body) => new URL(body.url).pathname.split("/")[2] ?? "" },
  );
  const form = { "content-type": "application/x-www-form-urlencoded", origin: kiln.host.baseUrl };
  await does(
    "billing.completeCheckout",
    anonymous.with(form),
    (c) => c.send("POST", new URL(url).pathname, { body: "" }),
    { by: null, kind: "visitor", owner: ann.id, id: new URL(url).pathname.split("/")[2] ?? "" },
  );
  const mine = { id: ann.id };
  await does("billing.cancelSubscription", api, (c) => c.post("/v1/billing/subscription/cancel"), mine);
  await does("billing.resumeSubscription", api, (c) => c.post("/v1/billing/subscription/resume"), mine);
}
