import test from "ava";
import { randomUUID } from "node:crypto";
import { carefulRequest, installCareful, submitsOf } from "../../helpers/careful-provider.js";
import { Client, type Person, signUp } from "../../helpers/client.js";
import { mockRequest } from "../../helpers/mock-request.js";
import { openSite, type Site } from "../../helpers/open-site.js";
import { waitForJob } from "../../helpers/wait-for-job.js";

/**
 * One deployment on one data folder; for each step of submit and settle a process that the operating
 * system kills there (KILN_FAULT, SIGKILL), and another one that finds what it left.
 */
let site: Site;
let person: Person;

test.before(async () => {
  site = await openSite();
  await installCareful(site);
  const kiln = await site.start();
  person = await signUp(kiln.url);
  await kiln.stop();
});
test.afterEach.always(() => site.endAll());
test.after.always(() => site?.close());

interface Outcome {
  status: "succeeded" | "failed";
  /** How often the provider that counts was called. */
  submits?: number;
}

const MOCK = mockRequest();
const AT_ONCE = carefulRequest();
const BY_HANDLE = carefulRequest("[later]");

const cases: [point: string, request: typeof MOCK, Outcome][] = [
  ["generation.created", MOCK, { status: "succeeded" }],
  ["generation.intent", MOCK, { status: "succeeded" }],
  ["generation.submitted", MOCK, { status: "succeeded" }],
  ["generation.handle", MOCK, { status: "succeeded" }],
  ["generation.results-written", MOCK, { status: "succeeded" }],
  ["generation.settled", MOCK, { status: "succeeded" }],
  ["generation.created", AT_ONCE, { status: "succeeded", submits: 1 }],
  ["generation.intent", AT_ONCE, { status: "failed", submits: 0 }],
  ["generation.submitted", AT_ONCE, { status: "failed", submits: 1 }],
  ["generation.results-written", AT_ONCE, { status: "failed", submits: 1 }],
  ["generation.settled", AT_ONCE, { status: "succeeded", submits: 1 }],
  ["generation.submitted", BY_HANDLE, { status: "failed", submits: 1 }],
  ["generation.handle", BY_HANDLE, { status: "succeeded", submits: 1 }],
  ["generation.results-written", BY_HANDLE, { status: "succeeded", submits: 1 }],
];

for (const [point, body, expected] of cases) {
  test.serial(
    `SIGKILL at ${point}, ${body.model}${body === BY_HANDLE ? " by handle" : ""}: the job ends ${expected.status} once`,
    async (t) => {
      const headers = { "idempotency-key": randomUUID() };
      const doomed = await site.start({ KILN_FAULT: point });
      const before = (await apiAt(doomed.url).get("/v1/account")).body.remainingCredits;
      // The answer may die with the process: the client does not know, and repeats with its key.
      await apiAt(doomed.url)
        .post("/v1/generations", body, { headers })
        .catch(() => null);
      t.deepEqual(await doomed.ended, { code: null, signal: "SIGKILL" }, doomed.output);

      const kiln = await site.start();
      const api = apiAt(kiln.url);
      const repeated = await api.post("/v1/generations", body, { headers });
      t.is(repeated.status, 200, JSON.stringify(repeated.body));
      const job = await waitForJob(api, repeated.body.job.id);

      t.is(job.status, expected.status, JSON.stringify(job));
      const cost = expected.status === "succeeded" ? repeated.body.estimatedCredits : 0;
      t.is(job.costCredits, cost);
      t.is((await api.get("/v1/account")).body.remainingCredits, before - cost);
      if (expected.status === "failed") t.deepEqual(job.error, { code: "unknown_outcome", retryable: true });
      if (expected.submits !== undefined) {
        const submits = (await submitsOf(site)).filter(({ jobId }) => jobId === job.id);
        t.is(submits.length, expected.submits);
      }

      const entries = await site.query("SELECT deltaCredits FROM ledger_entries WHERE ref = ?", [job.id]);
      t.is(entries.length, cost > 0 ? 1 : 0);
      t.deepEqual(await site.query("SELECT id FROM holds"), []);
      for (const url of job.resultUrls ?? []) t.is((await fetch(url)).status, 200);
      t.is((await kiln.stop()).code, 0);

      t.deepEqual(await site.checkMedia(), { orphans: [], missing: [] });
      const [stored] = await site.query("SELECT COALESCE(SUM(sizeBytes), 0) AS bytes FROM storage_objects");
      const [usage] = await site.query("SELECT COALESCE(SUM(committedBytes), 0) AS bytes FROM storage_usage");
      t.deepEqual(usage, stored);
      t.deepEqual((await site.verifyLedger()).mismatches, []);
    },
  );
}

const apiAt = (url: string) => new Client(url, { authorization: `Bearer ${person.key}` });
