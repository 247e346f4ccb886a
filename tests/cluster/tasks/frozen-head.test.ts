import test from "ava";
import { signUp } from "../../helpers/client.js";
import { mockRequest } from "../../helpers/mock-request.js";
import { openSite } from "../../helpers/open-site.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import { waitUntil } from "../../helpers/wait-until.js";

/** Lease in seconds. The database ends a transaction that stands still after the lease, within 5 to 15 s (ADR-0007). */
const LEASE_SECONDS = "6";

test("a process frozen with the head of an account's events holds up that account and not one that pays for itself, for no longer than the database leaves its transaction open (rules/running 24; ADR-0097)", async (t) => {
  const site = await openSite({ TASK_LEASE_SECONDS: LEASE_SECONDS });
  t.teardown(() => site.close());
  const living = await site.start();
  const [held, other] = await Promise.all([signUp(living.url), signUp(living.url)]);
  const frozen = await site.start({ KILN_FAULT: "generation.beginning=stop" });
  living.kill("SIGSTOP");
  await living.stopped();
  const created = await held.api.at(frozen.url).post("/v1/generations", mockRequest());
  t.is(created.status, 200);
  await frozen.stopped();
  living.kill("SIGCONT");

  // Both ask at once while the frozen process stays as it is.
  let isHeldAnswered = false;
  const began = Date.now();
  const own = held.api.post("/v1/generations", mockRequest()).finally(() => (isHeldAnswered = true));
  const made = await other.api.post("/v1/generations", mockRequest());
  t.is(made.status, 200, JSON.stringify(made.body));
  t.false(isHeldAnswered, "the other account had its answer before the one whose head is locked");
  t.is((await waitForJob(other.api, made.body.job.id)).status, "succeeded");

  const first = await own;
  t.true(
    first.status === 200 || (first.status === 503 && first.headers.has("retry-after")),
    String(first.status),
  );
  await waitUntil(async () => (await held.api.post("/v1/generations", mockRequest())).status === 200);
  t.log(`the account went on after ${Date.now() - began} ms`);
  // The work of the frozen process ends elsewhere while that process is still frozen.
  t.is((await waitForJob(held.api, created.body.job.id)).status, "succeeded");
  frozen.kill("SIGCONT");
  t.deepEqual(await frozen.stop(), { code: 0, signal: null }, frozen.output);
  const jobs = (await held.api.get("/v1/generations")).body.jobs as { id: string }[];
  for (const { id } of jobs) t.is((await waitForJob(held.api, id)).status, "succeeded");
  t.deepEqual((await site.verifyLedger()).mismatches, []);
  const revisions = await site.query<{ accountId: string; n: number; most: number }>(
    "SELECT accountId, COUNT(*) AS n, MAX(revision) AS most FROM account_events GROUP BY accountId",
  );
  for (const { n, most } of revisions) t.is(Number(n), Number(most), "revisions have no gaps");
});
