import { randomUUID } from "node:crypto";
import type { ExecutionContext } from "ava";
import { submitsOf } from "./careful-provider.js";
import { Client, type Person, signUp } from "./client.js";
import type { Site } from "./open-site.js";
import { waitForJob } from "./wait-for-job.js";

export interface Crash {
  /** Fault point of the job, as KILN_FAULT names it. */
  point: string;
  /** Body of the submission. */
  body: object;
  /** Status with which the job ends after the crash. */
  status: "succeeded" | "failed";
  /** Number of calls of the careful provider for the job. */
  submits?: number;
}

/**
 * Submits a job to a process that is killed at the fault point, and checks what another process makes of the rest: one end, one
 * charge or none, no file too many. Returns the person of the job. Without a given person, somebody signs up at the doomed
 * process first, so that no other process has to start for it.
 */
export async function playCrash(
  t: ExecutionContext,
  site: Site,
  who: Person | null,
  crash: Crash,
): Promise<Person> {
  const headers = { "idempotency-key": randomUUID() };
  const doomed = await site.start({ KILN_FAULT: `${crash.point}=kill` });
  const person = who ?? (await signUp(doomed.url));
  const apiAt = (url: string) => new Client(url, { authorization: `Bearer ${person.key}` });
  const before = (await apiAt(doomed.url).get("/v1/account")).body.remainingCredits;
  // The answer may die with the process. Then the client does not know the outcome and repeats the request with its key.
  const answer = await apiAt(doomed.url)
    .post("/v1/generations", crash.body, { headers })
    .catch(() => null);
  // A refused job reaches no fault point, so the process would never end.
  if (answer !== null && answer.status !== 200)
    throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  t.deepEqual(await doomed.ended, { code: null, signal: "SIGKILL" }, doomed.output);

  const kiln = await site.startHere();
  const api = apiAt(kiln.url);
  const repeated = await api.post("/v1/generations", crash.body, { headers });
  t.is(repeated.status, 200, JSON.stringify(repeated.body));
  const job = await waitForJob(api, repeated.body.job.id);
  const cost = crash.status === "succeeded" ? repeated.body.estimatedCredits : 0;
  t.like(job, { status: crash.status, costCredits: cost }, JSON.stringify(job));
  if (crash.status === "failed") t.deepEqual(job.error, { code: "unknown_outcome", retryable: true });
  t.is((await api.get("/v1/account")).body.remainingCredits, before - cost);
  for (const url of job.resultUrls ?? []) t.is((await fetch(url)).status, 200);
  t.is((await kiln.stop()).code, 0);

  if (crash.submits !== undefined) {
    const submits = (await submitsOf(site)).filter(({ jobId }) => jobId === job.id);
    t.is(submits.length, crash.submits);
  }
  const entries = await site.query("SELECT id FROM ledger_entries WHERE ref = ?", [job.id]);
  t.is(entries.length, cost > 0 ? 1 : 0);
  t.deepEqual(await site.query("SELECT id FROM holds"), []);
  t.deepEqual(await site.checkMedia(), { orphans: [], missing: [] });
  const [stored] = await site.query("SELECT COALESCE(SUM(sizeBytes), 0) AS bytes FROM storage_objects");
  const [usage] = await site.query("SELECT COALESCE(SUM(committedBytes), 0) AS bytes FROM storage_usage");
  t.deepEqual(usage, stored);
  t.deepEqual((await site.verifyLedger()).mismatches, []);
  return person;
}
