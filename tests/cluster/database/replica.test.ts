import test from "ava";
import { createConnection } from "mysql2/promise";
import { signUp } from "../../helpers/client.js";
import { mockRequest } from "../../helpers/mock-request.js";
import { openSite } from "../../helpers/open-site.js";
import { TcpProxy } from "../../helpers/tcp-proxy.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import { waitUntil } from "../../helpers/wait-until.js";

test("DATABASE_READ_URL: lists that may be behind come from the replica, what is exact never does, and without the replica from the database (rules/running 22)", async (t) => {
  // The replica is far behind, so that its answers differ from those of the database: it knows only Eve.
  const behind = await openSite();
  t.teardown(() => behind.close());
  const begun = await behind.startHere();
  const eve = await signUp(begun.url);
  await begun.stop();
  // The database no longer knows the queue of this task.
  const old = await createConnection(behind.env.DATABASE_URL ?? "");
  await old.query(
    "INSERT INTO tasks (id, queue, subject, payer, priority, state, runAt, attempts, fence, createdAt) VALUES ('old', 'long.gone', 's', 'p', 0, 'ready', 0, 0, 0, 0)",
  );
  await old.query("INSERT INTO provider_circuits (id, failures, openUntil, trialAt) VALUES ('p', 5, ?, 0)", [
    Date.now() + 3_600_000,
  ]);
  await old.end();
  const proxy = new TcpProxy(behind.env.DATABASE_URL ?? "");
  await proxy.open();
  t.teardown(() => proxy.cut());

  const site = await openSite();
  t.teardown(() => site.close());
  const kiln = await site.startHere({ DATABASE_READ_URL: proxy.url });
  const ann = await signUp(kiln.url);
  const accounts = async (): Promise<string> => {
    const { status, body } = await ann.session.get("/v1/admin/accounts");
    t.is(status, 200);
    return body.accounts.map(({ email }: { email: string }) => email).join();
  };
  t.is(await accounts(), eve.email);
  for (const path of ["/v1/audit", "/v1/admin/audit?action=generation.create"])
    t.is((await ann.session.get(path)).body.total, 0, path);

  // Alarms and autoscaling use these metrics.
  const metrics = await (await fetch(`${kiln.url}/metrics`)).text();
  t.regex(metrics, /^kiln_tasks\{/m);
  t.notRegex(metrics, /long\.gone/);
  t.notRegex(metrics, /kiln_provider_circuit\{provider="p"\}/);

  const made = await ann.api.post("/v1/generations", mockRequest());
  t.is((await ann.api.get(`/v1/generations/${made.body.job.id}`)).status, 200);
  t.is((await ann.api.get("/v1/generations")).body.total, 1);
  t.is((await waitForJob(ann.api, made.body.job.id)).status, "succeeded");
  const usage = await ann.api.get("/v1/usage");
  t.is(usage.body.total, 0);
  t.is(usage.body.remainingCredits, (await ann.api.get("/v1/account")).body.remainingCredits);
  t.true(usage.body.remainingCredits < 500);

  await proxy.cut();
  t.is(await accounts(), ann.email);
  t.true((await ann.api.get("/v1/usage")).body.total > 0);
  t.true((await ann.api.get("/v1/audit")).body.total > 0);
  const later = await site.startHere({ DATABASE_READ_URL: proxy.url });
  t.is((await ann.session.at(later.url).get("/v1/admin/accounts")).body.accounts[0].email, ann.email);
  await proxy.open();
  await waitUntil(async () => (await accounts()) === eve.email);
});

test("a replica of another deployment, or none at all, stops the start with a sentence (rules/running 1)", async (t) => {
  const other = await openSite({ SECRET_KEY: "another-secret-another-secret-another!" });
  const site = await openSite();
  t.teardown(async () => {
    await other.close();
    await site.close();
  });
  await (await other.startHere()).stop();
  const url = new URL(other.env.DATABASE_URL ?? "");
  const refused = async (DATABASE_READ_URL: string): Promise<string> => {
    const kiln = site.launch({ DATABASE_READ_URL });
    t.is((await kiln.ended).code, 1);
    return kiln.output;
  };
  t.regex(
    await refused(url.href),
    /^DATABASE_READ_URL must name a replica of the database of DATABASE_URL, and this one was begun with another SECRET_KEY\.$/m,
  );
  url.pathname = "/kiln_test_of_nobody";
  t.regex(
    await refused(url.href),
    /^DATABASE_READ_URL must name a database that answers, and .* does not: /m,
  );
});
