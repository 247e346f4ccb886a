import test from "ava";
import { carefulRequest, installCareful, submitsOf } from "../../helpers/careful-provider.js";
import { Client, type Person, signUp } from "../../helpers/client.js";
import { mockRequest } from "../../helpers/mock-request.js";
import { openSite, type Site } from "../../helpers/open-site.js";
import { setBalance } from "../../helpers/set-balance.js";
import type { KilnProcess } from "../../helpers/spawn-kiln.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import { IS_LONG } from "../../helpers/is-long.js";

/** Two processes use one MariaDB and one media folder without NATS, so wake-ups are a poll (rules/running 9). */
let site: Site;
let left: KilnProcess;
let right: KilnProcess;
let operator: Person;

test.before(async () => {
  // No process dies here: a lease that expires on a busy machine would only hand work over.
  site = await openSite({ TASK_LEASE_SECONDS: "60" });
  await installCareful(site);
  [left, right] = await Promise.all([site.start(), site.start()]);
  operator = await signUp(left.url);
});
test.after.always(() => site?.close());

/** Returns clients of the same person at each of the two. */
const sidesOf = ({ key }: Person): [Client, Client] => [
  new Client(left.url, { authorization: `Bearer ${key}` }),
  new Client(right.url, { authorization: `Bearer ${key}` }),
];
const half = (sides: [Client, Client], index: number): Client => sides[index % 2 === 0 ? 0 : 1];

test("50 submissions at once at two processes, on a balance that covers 7, let exactly 7 through (rules/billing 7)", async (t) => {
  const person = await signUp(left.url);
  const sides = sidesOf(person);
  const { body } = await person.api.post("/v1/estimates", mockRequest());
  await setBalance(operator, person, body.estimatedCredits * 7 + 1);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      half(sides, index).post("/v1/generations", mockRequest(`[slow=0.5] ${index}`)),
    ),
  );
  const through = answers.filter(({ status }) => status === 200);
  t.is(through.length, 7);
  for (const { status, body: refusal } of answers)
    if (status !== 200) t.is(refusal.error.code, "insufficient_credits");
  for (const { body: made } of through) t.is((await waitForJob(sides[1], made.job.id)).status, "succeeded");
  t.is((await sides[1].get("/v1/account")).body.remainingCredits, 1);
});

/** Number of jobs at once. */
const JOBS = IS_LONG ? 200 : 60;

test(`${JOBS} jobs at once: each process works on some, none is done twice, all settle once (rules/billing 8; rules/running 9)`, async (t) => {
  const person = await signUp(right.url);
  const sides = sidesOf(person);
  await setBalance(operator, person, 1000);
  const created = await Promise.all(
    Array.from({ length: JOBS }, (_, index) =>
      half(sides, index).post("/v1/generations", carefulRequest(`[busy=30] ${index}`)),
    ),
  );
  const ids = created.map(({ body }) => body.job.id as string);
  for (const [index, id] of ids.entries())
    t.like(await waitForJob(half(sides, index + 1), id), { status: "succeeded", errorMessage: null });

  const submits = (await submitsOf(site)).filter(({ jobId }) => ids.includes(jobId));
  t.deepEqual(submits.map(({ jobId }) => jobId).toSorted(), ids.toSorted());
  const workers = [...new Set(submits.map(({ pid }) => pid))];
  t.deepEqual(workers.toSorted(), [left.pid, right.pid].toSorted());
  t.is((await sides[0].get("/v1/account")).body.remainingCredits, 1000 - JOBS * 3);
  const { body } = await sides[1].get("/v1/storage/usage");
  t.is(body.total, JOBS);
  t.deepEqual((await site.verifyLedger()).mismatches, []);
});

test("a key that one process revokes is refused by the other at once (rules/identity 25)", async (t) => {
  const person = await signUp(left.url);
  const [here, there] = sidesOf(person);
  t.is((await there.get("/v1/generations")).status, 200);
  const { body } = await person.session.get("/v1/api-keys");
  const gone = person.session.delete(`/v1/api-keys/${body.apiKeys[0].id}`);
  t.is((await gone).status, 200);
  const [first, second] = await Promise.all([here, there].map((side) => side.get("/v1/generations")));
  t.deepEqual([first?.status, second?.status], [401, 401]);
});

test("what one process uploads the other serves (rules/running 9)", async (t) => {
  const person = await signUp(left.url);
  const [here, there] = sidesOf(person);
  const created = await here.post("/v1/generations", mockRequest());
  const job = await waitForJob(there, created.body.job.id);
  const [url] = job.resultUrls as string[];
  const { pathname, search } = new URL(url ?? "");
  const bytes = await Promise.all(
    [left, right].map(async (kiln) => {
      const answer = await fetch(`${kiln.url}${pathname}${search}`);
      t.is(answer.status, 200);
      return Buffer.from(await answer.arrayBuffer());
    }),
  );
  t.true(bytes[0]?.equals(bytes[1] ?? Buffer.alloc(0)));
});
