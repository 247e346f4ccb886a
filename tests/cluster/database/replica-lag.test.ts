import test from "ava";
import { signUp } from "../../helpers/client.js";
import { mockRequest } from "../../helpers/mock-request.js";
import { openSite } from "../../helpers/open-site.js";
import { startReplicated } from "../../helpers/start-replicated.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import { waitUntil } from "../../helpers/wait-until.js";

test("a real replica: its lists stand still with it and go on with it, what is exact does not wait for it, and without it the database answers (rules/running 22)", async (t) => {
  const servers = await startReplicated();
  t.teardown(() => servers.close());
  const site = await openSite({ DATABASE_URL: servers.primaryUrl });
  t.teardown(() => site.close());
  // The schema and the id of the deployment come to the replica by its log.
  const first = await site.start();
  const ann = await signUp(first.url);
  const follows = async () => {
    const rows = await servers
      .atReplica("SELECT COUNT(*) AS n FROM kiln.accounts")
      .catch(() => [] as { n: unknown }[]);
    return Number(rows[0]?.n) === 1;
  };
  await waitUntil(follows, { what: () => "The replica does not follow." });
  await first.stop();
  const kiln = await site.start({ DATABASE_READ_URL: servers.replicaUrl });
  const { api } = { api: ann.api.at(kiln.url) };
  const totals = async () => {
    const usage = await api.get("/v1/usage");
    t.is(usage.status, 200);
    t.is(usage.body.remainingCredits, (await api.get("/v1/account")).body.remainingCredits);
    return usage.body.total as number;
  };
  const before = await totals();

  await servers.atReplica("STOP SLAVE SQL_THREAD");
  const made = await api.post("/v1/generations", mockRequest());
  t.is((await waitForJob(api, made.body.job.id)).status, "succeeded");
  t.is((await api.get("/v1/generations")).body.total, 1, "a list in which one looks for what one made");
  t.is(await totals(), before, "the list is as old as the replica");

  await servers.atReplica("START SLAVE SQL_THREAD");
  await waitUntil(async () => (await totals()) > before, {
    what: () => "The replica goes on, and its list does not.",
  });
  const after = await totals();

  await servers.atReplica("STOP SLAVE SQL_THREAD");
  const again = await api.post("/v1/generations", mockRequest());
  t.is((await waitForJob(api, again.body.job.id)).status, "succeeded");
  t.is(await totals(), after);
  await servers.stopReplica();
  t.true((await totals()) > after, "the database itself is read");
});
