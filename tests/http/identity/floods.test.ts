import { randomUUID } from "node:crypto";
import test from "ava";
import { Account } from "../../../entities/account.js";
import { LimitedUse } from "../../../entities/limited-use.js";
import { Mail } from "../../../entities/mail.js";
import { ASKED } from "../../../runtime/mail/mail-budget.js";
import { takeUses, type UseLimit } from "../../../runtime/actions/limited-uses.js";
import { networksOf } from "../../../runtime/http/client-network.js";
import { hashPassword } from "../../../services/identity/passwords.js";
import type { Kiln } from "../../../start.js";
import { type Answer, Client, signUp as makePerson } from "../../helpers/client.js";
import { readMails } from "../../helpers/read-mails.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";

let kiln: Kiln;
test.before(async () => {
  // The limit has its default value. The test plays its clients by X-Forwarded-For.
  kiln = await startKiln({ TRUST_PROXY: "true", SIGNUP_LIMIT: "" });
});
test.after.always(() => kiln?.stop());

/** Takes uses of a limit: the first as the service does, and the others as copies of its row. */
const takeMany = (limit: UseLimit, count: number): Promise<void> =>
  kiln.host.transact(async (tx) => {
    const { ids } = await takeUses(tx, [limit]);
    const first = await tx.findOne(LimitedUse, { id: ids?.[0] ?? "" });
    if (first === null) throw new Error("No use was taken.");
    const others = Array.from({ length: count - 1 }, () => ({ ...first, id: randomUUID() }));
    await tx.insert(LimitedUse, others);
  });

const password = "correct horse battery";
const address = () => `p-${randomUUID()}@example.com`;
const signUp = (client: string, body: object = { email: address(), password }): Promise<Answer> =>
  new Client(kiln.url).post("/v1/auth/sign-up", body, { headers: { "x-forwarded-for": client } });
const mailsTo = (email: string) => readMails(kiln.host.config.dataDir, email);
const statusOf = async (...given: Parameters<typeof signUp>) => (await signUp(...given)).status;

test.serial(
  "the 21st sign-up of a client within an hour is 429 with Retry-After (rules/identity 4)",
  async (t) => {
    const email = address();
    t.is(await statusOf("198.51.100.1", { email, password }), 200);
    // A refused sign-up makes no account and does not count.
    for (let n = 0; n < 5; n++) {
      t.is(await statusOf("198.51.100.1", { email, password }), 409);
      t.is(await statusOf("198.51.100.1", { email: address(), password: "short" }), 400);
    }
    for (let n = 1; n < 20; n++) t.is(await statusOf("198.51.100.1"), 200);
    const refused = await signUp("198.51.100.1");
    t.is(refused.status, 429);
    t.is(refused.body.error.code, "rate_limited");
    const seconds = Number(refused.headers.get("retry-after"));
    t.true(seconds > 3000 && seconds <= 3600);
    t.is(refused.headers.get("set-cookie"), null);
    t.is(await statusOf("198.51.100.2"), 200);
    await kiln.host.transact((tx) => tx.run("UPDATE limited_uses SET expiresAt = ?", [Date.now() - 1]));
    t.is(await statusOf("198.51.100.1"), 200);
  },
);

test.serial("of 40 sign-ups at once 20 pass, and no more are made (rules/identity 4)", async (t) => {
  const before = await kiln.host.read.count(Account, {});
  const statuses = await Promise.all(Array.from({ length: 40 }, () => statusOf("198.51.100.3")));
  t.is(statuses.filter((status) => status === 200).length, 20);
  t.is(statuses.filter((status) => status === 429).length, 20);
  t.is((await kiln.host.read.count(Account, {})) - before, 20);
});

test.serial("the /64 of an IPv6 address is one client (rules/identity 4 and 49)", async (t) => {
  const statuses = await Promise.all(
    Array.from({ length: 21 }, (_, n) => statusOf(`2001:db8:1:2:${n.toString(16)}::1`)),
  );
  t.is(statuses.filter((status) => status === 429).length, 1);
  t.is(await statusOf("2001:db8:1:3::1"), 200);
});

test.serial(
  "the /48 of IPv6 addresses has ten times what a client has, over all its /64s (rules/identity 47)",
  async (t) => {
    const site = { name: "sign-up\n2001:db8:9::/48", limit: 1000, windowMs: 3600_000 };
    await takeMany(site, 199);
    t.is(await statusOf("2001:db8:9:1::1"), 200);
    const refused = await signUp("2001:db8:9:2::1");
    t.is(refused.status, 429);
    t.true(Number(refused.headers.get("retry-after")) > 0);
    t.is(await statusOf("2001:db8:a:1::1"), 200);
  },
);

test.serial(
  "sign-ups whose callers left before their turn cost no hash and make no account (rules/identity 5)",
  async (t) => {
    const uses = () => kiln.host.read.query("SELECT id FROM limited_uses WHERE bucket IS NOT NULL");
    await kiln.host.transact((tx) => tx.run("DELETE FROM limited_uses", []));
    const before = await kiln.host.read.count(Account, {});
    // These hashes are of the same client, so its sign-ups wait behind them.
    const asker = { networks: networksOf("198.51.100.4"), signal: new AbortController().signal };
    const others = Array.from({ length: 60 }, () => hashPassword(password, asker));
    const leaving = new AbortController();
    const left = Array.from({ length: 15 }, () =>
      fetch(`${kiln.url}/v1/auth/sign-up`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-for": "198.51.100.4" },
        body: JSON.stringify({ email: address(), password }),
        signal: leaving.signal,
      }).catch(() => null),
    );
    await until(async () => (await uses()).length === 15);
    leaving.abort();
    await Promise.all(left);
    await until(async () => (await uses()).length === 0);
    await Promise.all(others);
    t.is(await kiln.host.read.count(Account, {}), before);
  },
);

test.serial(
  "one address gets five mails an hour over all kinds, counted by the database also at once (rules/identity 11)",
  async (t) => {
    const [person, host] = [await makePerson(kiln.url), await makePerson(kiln.url)];
    const asks = Array.from({ length: 4 }, async () => {
      const id = randomUUID();
      await host.api.post("/v1/projects", { id, name: "Glaze\r\nBcc: all@example.com" });
      const invited = await host.api.post(`/v1/projects/${id}/invites`, { email: person.email });
      t.is(invited.status, 200, "an invite beyond the budget is made");
      await new Client(kiln.url).post("/v1/auth/password-reset", { email: person.email });
      await person.session.post("/v1/auth/verify-email/resend");
    });
    await Promise.all(asks);
    const count = async () => (await mailsTo(person.email)).length;
    await until(async () => (await kiln.host.read.count(Mail, {})) === 0);
    t.is(await count(), 5);
    t.is((await person.session.post("/v1/auth/verify-email/resend")).status, 429);
    t.is((await person.api.get("/v1/projects")).body.pendingInvites.length, 4);
    for (const { subject } of await mailsTo(person.email)) t.false(subject.includes("Glaze"));
  },
);

test.serial(
  "one sender's invites are mailed 30 times a day; more are made and not mailed (rules/identity 11)",
  async (t) => {
    const host = await makePerson(kiln.url);
    const emails: string[] = [];
    for (let project = 0; project < 2; project++) {
      const id = randomUUID();
      await host.api.post("/v1/projects", { id, name: "Glaze" });
      for (let n = 0; n < 17; n++) {
        const email = `i-${randomUUID()}@example.com`;
        emails.push(email);
        t.is((await host.api.post(`/v1/projects/${id}/invites`, { email })).status, 200);
      }
    }
    await until(async () => (await kiln.host.read.count(Mail, {})) === 0);
    const mailed = await Promise.all(emails.map(async (email) => (await mailsTo(email)).length));
    t.is(mailed.filter((count) => count === 1).length, 30);
  },
);

test.serial(
  "one client asks for 200 resets an hour, for known and unknown addresses alike (rules/identity 53)",
  async (t) => {
    const [first, last] = [await makePerson(kiln.url), await makePerson(kiln.url)];
    const ask = (client: string, email: string) =>
      new Client(kiln.url).post(
        "/v1/auth/password-reset",
        { email },
        { headers: { "x-forwarded-for": client } },
      );
    const resets = async (email: string) => {
      await until(async () => (await kiln.host.read.count(Mail, {})) === 0);
      return (await mailsTo(email)).filter(({ subject }) => subject === "Set a new password").length;
    };
    const asked = 20;
    await takeMany({ ...ASKED, name: "mail from\n198.51.100.20" }, ASKED.limit - 1 - asked);
    await Promise.all(
      Array.from({ length: asked }, async () => {
        t.is((await ask("198.51.100.20", address())).status, 200);
      }),
    );
    t.deepEqual((await ask("198.51.100.20", first.email)).body, { ok: true });
    for (const email of [last.email, address()]) {
      const refused = await ask("198.51.100.20", email);
      t.is(refused.status, 429);
      t.is(refused.body.error.code, "rate_limited");
      t.true(Number(refused.headers.get("retry-after")) > 0);
    }
    t.is(await resets(first.email), 1);
    t.is(await resets(last.email), 0);
    t.is((await ask("198.51.100.21", last.email)).status, 200);
    t.is(await resets(last.email), 1);
  },
);

test.serial(
  "the /48 of IPv6 addresses asks for ten times as many resets as a client, over all its /64s (rules/identity 53)",
  async (t) => {
    const person = await makePerson(kiln.url);
    const most = 10 * ASKED.limit;
    const site = { ...ASKED, name: "mail from\n2001:db8:9::/48", limit: most };
    await takeMany(site, most - 1);
    const ask = async (client: string) =>
      (
        await new Client(kiln.url).post(
          "/v1/auth/password-reset",
          { email: person.email },
          { headers: { "x-forwarded-for": client } },
        )
      ).status;
    t.is(await ask("2001:db8:9:1::1"), 200);
    t.is(await ask("2001:db8:9:2::1"), 429);
    t.is(await ask("2001:db8:a:1::1"), 200);
  },
);
