import { randomUUID } from "node:crypto";
import test from "ava";
import { carefulRequest, installCareful, submitsOf } from "../../helpers/careful-provider.js";
import { Client, type Person, signUp } from "../../helpers/client.js";
import { Documents } from "../../helpers/content.js";
import { openEvents } from "../../helpers/event-stream.js";
import { IS_LONG } from "../../helpers/is-long.js";
import { makeProject } from "../../helpers/make-project.js";
import { makeWebhook } from "../../helpers/make-webhook.js";
import { mockRequest } from "../../helpers/mock-request.js";
import { openSite, type Site } from "../../helpers/open-site.js";
import { field, postType } from "../../helpers/post-type.js";
import { findStale } from "../../helpers/publish-and-read.js";
import { startReceiver } from "../../helpers/receiver.js";
import { setBalance } from "../../helpers/set-balance.js";
import type { KilnProcess } from "../../helpers/spawn-kiln.js";
import { editLive, openPages, type Pages, replaceBeside } from "../../helpers/twenty-writers.js";
import { until } from "../../helpers/until.js";
import { waitForJob } from "../../helpers/wait-for-job.js";

/**
 * Two processes use one MariaDB and one media folder without NATS: wake-ups are a poll (rules/running 9), and they know of each other's
 * work only by the database. All that needs no more than these two is in this file, because a start costs more than a test.
 */
let site: Site;
let left: KilnProcess;
let right: KilnProcess;
let operator: Person;
let pages: Pages;

test.before(async () => {
  // No process dies here: a lease that expires on a busy machine would only hand work over.
  site = await openSite({ TASK_LEASE_SECONDS: "60", ALLOW_PRIVATE_NETWORK: "1", SIGNUP_LIMIT: "1000" });
  await installCareful(site);
  [left, right] = await Promise.all([site.start(), site.start()]);
  operator = await signUp(left.url);
  pages = await openPages(sidesOf(operator), operator);
});
test.after.always(() => site?.close());

/** Returns clients of the same person at each of the two. */
const sidesOf = ({ key }: Pick<Person, "key">): [Client, Client] => [
  new Client(left.url, { authorization: `Bearer ${key}` }),
  new Client(right.url, { authorization: `Bearer ${key}` }),
];
const half = (sides: [Client, Client], index: number): Client => sides[index % 2 === 0 ? 0 : 1];

test.serial(
  "50 submissions at once at two processes, on a balance that covers 7, let exactly 7 through (rules/billing 7)",
  async (t) => {
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
  },
);

test.serial(
  "50 calls at once at two processes under a key with a limit for 7 let exactly 7 through; the others hold and spend nothing (rules/identity 39)",
  async (t) => {
    const person = await signUp(left.url);
    const { body: estimate } = await person.api.post("/v1/estimates", mockRequest());
    const cost: number = estimate.estimatedCredits;
    const { body } = await person.session.post("/v1/api-keys", {
      name: "limited",
      scopes: ["generation:rw"],
      budget: { dailyCredits: cost * 7 + 1 },
    });
    const sides = sidesOf({ key: body.secret });
    const before = (await person.api.get("/v1/account")).body.remainingCredits;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        half(sides, index).post("/v1/generations", mockRequest(`[slow=0.5] ${index}`)),
      ),
    );
    const through = answers.filter(({ status }) => status === 200);
    t.is(through.length, 7);
    for (const { status, body: refusal } of answers)
      if (status !== 200) {
        t.is(refusal.error.code, "forbidden");
        t.regex(refusal.error.message, /may spend \d+ credits a day .* renews at/);
      }
    for (const { body: made } of through)
      t.is((await waitForJob(person.api, made.job.id)).status, "succeeded");
    t.is((await person.api.get("/v1/account")).body.remainingCredits, before - 7 * cost);
    const { body: listed } = await person.session.get("/v1/api-keys");
    const [limited] = listed.apiKeys.filter(({ id }: { id: string }) => id === body.apiKey.id);
    t.like(limited.budget, { usedToday: 7 * cost, usedInAll: 7 * cost });
    t.deepEqual((await site.verifyLedger()).mismatches, []);
  },
);

/** Number of jobs at once. */
const JOBS = IS_LONG ? 200 : 60;

test.serial(
  `${JOBS} jobs at once: each process works on some, none is done twice, all settle once (rules/billing 8; rules/running 9)`,
  async (t) => {
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
  },
);

test.serial(
  "a key that one process revokes is refused by the other at once (rules/identity 25)",
  async (t) => {
    const person = await signUp(left.url);
    const [here, there] = sidesOf(person);
    t.is((await there.get("/v1/generations")).status, 200);
    const { body } = await person.session.get("/v1/api-keys");
    const gone = person.session.delete(`/v1/api-keys/${body.apiKeys[0].id}`);
    t.is((await gone).status, 200);
    const [first, second] = await Promise.all([here, there].map((side) => side.get("/v1/generations")));
    t.deepEqual([first?.status, second?.status], [401, 401]);
  },
);

test.serial("what one process uploads the other serves (rules/running 9)", async (t) => {
  const [here, there] = sidesOf(operator);
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

test.serial(
  "a finished publish is seen by the very next request on every process (rules/delivery 6; rules/content 33)",
  async (t) => t.deepEqual(await findStale(sidesOf(operator), operator), []),
);

test.serial(
  "20 live editors over two processes: no save is lost, versions have no gaps, and publish sees what it publishes (rules/content 23 and 25)",
  (t) => editLive(t, pages),
);

test.serial(
  "full replaces beside live editors over two processes: no save is lost, and versions have no gaps (rules/content 12 and 25)",
  (t) => replaceBeside(t, pages),
);

test.serial("two processes share the deliveries and double none of them (rules/webhooks 11)", async (t) => {
  const receiver = await startReceiver();
  t.teardown(() => receiver.stop());
  const projectId = await makeProject(operator);
  await postType(operator.api, projectId, "article", [field("title")]);
  const { id: webhookId } = await makeWebhook(operator.api, projectId, receiver.url);
  const sides = sidesOf(operator).map((api) => new Documents({ ...operator, api }, projectId));
  const ids = Array.from({ length: IS_LONG ? 60 : 20 }, () => randomUUID());
  await Promise.all(
    ids.map(async (id, index) => {
      await sides[index % 2]?.create({ title: "A" }, { id });
      await sides[index % 2]?.publish(id, 1);
    }),
  );
  const path = `/v1/content/webhooks/${webhookId}/deliveries?limit=200`;
  await until(async () => {
    const { body } = await operator.api.at(right.url).get(path);
    const done = body.deliveries.filter(({ status }: { status: string }) => status === "delivered");
    return done.length === ids.length;
  });
  for (const id of ids) t.is(receiver.received.filter(({ body }) => body.documentId === id).length, 1);
});

test.serial(
  "without NATS each of two processes tells of the other's jobs, in one order, until it stops",
  async (t) => {
    const ann = await signUp(left.url);
    const one = await openEvents(left.url, ann.api.headers);
    const two = await openEvents(right.url, ann.api.headers);
    const jobs = await Promise.all(
      Array.from({ length: IS_LONG ? 40 : 12 }, async (_, at) => {
        const { body } = await half(sidesOf(ann), at).post(
          "/v1/generations",
          mockRequest(`[slow=0.1] ${at}`),
        );
        return body.job.id as string;
      }),
    );
    for (const id of jobs)
      for (const stream of [one, two])
        t.deepEqual([...new Set(await stream.until(id, "succeeded"))], ["queued", "running", "succeeded"]);
    t.deepEqual(one.events.slice(1), two.events.slice(1));
    const revisions = one.events.slice(1).map(({ id }) => Number(id));
    t.deepEqual(
      revisions,
      revisions.map((_, at) => at + 1),
    );
    t.deepEqual(await left.stop(), { code: 0, signal: null }, left.output);
    await one.ended();
    two.close();
  },
);
