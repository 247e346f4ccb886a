import { randomUUID } from "node:crypto";
import test from "ava";
import { createConnection, type RowDataPacket } from "mysql2/promise";
import { type Person, signUp } from "../../helpers/client.js";
import { mockRequest } from "../../helpers/mock-request.js";
import { type Here, openSite, type Site } from "../../helpers/open-site.js";
import { TcpProxy } from "../../helpers/tcp-proxy.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import { waitUntil } from "../../helpers/wait-until.js";

// The servers are in the process of the test: to a database they are processes as others are, and nothing here kills one.

test.serial(
  "DATABASE_READ_URL: lists that may be behind come from the replica, what is exact never does, and without the replica from the database (rules/running 22)",
  async (t) => {
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
    await old.query(
      "INSERT INTO provider_circuits (id, failures, openUntil, trialAt) VALUES ('p', 5, ?, 0)",
      [Date.now() + 3_600_000],
    );
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
  },
);

test.serial(
  "a replica of another deployment, or none at all, stops the start with a sentence (rules/running 1)",
  async (t) => {
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
  },
);

const CALLERS = 40;
const COUNT =
  "SELECT COUNT(*) AS n FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID()";

test.serial(
  "DATABASE_POOL bounds the connections of a process to its server, and nobody fails who waits for one (rules/running 31)",
  async (t) => {
    const site = await openSite();
    t.teardown(() => site.close());
    const kiln = await site.startHere({ DATABASE_POOL: "2", SIGNUP_CREDITS: "100000" });
    const ann = await signUp(kiln.url);
    const observer = await createConnection(site.env.DATABASE_URL ?? "");
    t.teardown(() => observer.end());
    const done = new AbortController();
    const counted = (async () => {
      let most = 0;
      while (!done.signal.aborted) {
        const [rows] = await observer.query<RowDataPacket[]>(COUNT);
        most = Math.max(most, Number(rows[0]?.n));
      }
      return most;
    })();
    const calls = Array.from({ length: CALLERS }, async (_, at) => {
      const made = await ann.api.post("/v1/projects", { id: randomUUID(), name: `Project ${at}` });
      const listed = await ann.api.get("/v1/generations");
      const job = await ann.api.post("/v1/generations", mockRequest());
      return [made.status, listed.status, job.status];
    });
    const statuses = await Promise.all(calls);
    done.abort();
    t.deepEqual(
      statuses.flat().filter((status) => status !== 200),
      [],
    );
    t.is(await counted, 2);
  },
);

let proxy: TcpProxy;
let away: Site;
let kiln: Here;
let person: Person;
test.before(async () => {
  away = await openSite();
  proxy = new TcpProxy(away.env.DATABASE_URL ?? "");
  await proxy.open();
  kiln = await away.startHere({ DATABASE_URL: proxy.url });
  person = await signUp(kiln.url);
});
test.after.always(async () => {
  await away?.close();
  await proxy?.cut();
});

const statusOf = async (path: string) => (await fetch(`${kiln.url}${path}`)).status;

const ways: [string, () => void | Promise<void>, () => void | Promise<void>][] = [
  ["refuses connections", () => proxy.cut(), () => proxy.open()],
  ["does not answer", () => proxy.block(), () => proxy.unblock()],
];
for (const [title, leave, comeBack] of ways) {
  test.serial(
    `a database that ${title}: 503 unavailable within 20 s, /readyz red, /livez green, and work goes on afterwards (rules/edge 34 and 37)`,
    async (t) => {
      const { body } = await person.api.post("/v1/generations", mockRequest("[slow=2]"));
      await leave();
      const late = AbortSignal.timeout(20_000);
      const answer = await fetch(`${kiln.url}/v1/generations`, {
        headers: { authorization: `Bearer ${person.key}` },
        signal: late,
      });
      t.is(answer.status, 503);
      t.regex(answer.headers.get("retry-after") ?? "", /^[1-9]\d*$/);
      t.is(((await answer.json()) as { error: { code: string } }).error.code, "unavailable");
      t.is(await statusOf("/readyz"), 503);
      t.is(await statusOf("/livez"), 200);

      await comeBack();
      await waitUntil(async () => (await statusOf("/readyz")) === 200);
      await waitUntil(async () => (await person.api.get("/v1/account")).status === 200);
      t.is((await waitForJob(person.api, body.job.id)).status, "succeeded");
      t.deepEqual((await away.verifyLedger()).mismatches, []);
    },
  );
}
