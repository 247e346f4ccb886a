import test from "ava";
import { Client, type Person, signUp } from "../../helpers/client.js";
import { mockRequest } from "../../helpers/mock-request.js";
import { openSite, type Site } from "../../helpers/open-site.js";
import type { KilnProcess } from "../../helpers/spawn-kiln.js";
import { waitForJob } from "../../helpers/wait-for-job.js";

let site: Site;
let left: KilnProcess;
let right: KilnProcess;
let operator: Person;
test.before(async () => {
  site = await openSite({ TASK_LEASE_SECONDS: "60" });
  [left, right] = await Promise.all([site.start(), site.start()]);
  operator = await signUp(left.url);
});
test.after.always(() => site?.close());

test("50 calls at once at two processes under a key with a limit for 7 let exactly 7 through; the others hold and spend nothing (rules/identity 39)", async (t) => {
  const { body: estimate } = await operator.api.post("/v1/estimates", mockRequest());
  const cost: number = estimate.estimatedCredits;
  const { body } = await operator.session.post("/v1/api-keys", {
    name: "limited",
    scopes: ["generation:rw"],
    budget: { dailyCredits: cost * 7 + 1 },
  });
  const headers = { authorization: `Bearer ${body.secret}` };
  const sides = [new Client(left.url, headers), new Client(right.url, headers)];
  const before = (await operator.api.get("/v1/account")).body.remainingCredits;
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      sides[index % 2]?.post("/v1/generations", mockRequest(`[slow=0.5] ${index}`)),
    ),
  );
  const through = answers.filter((answer) => answer?.status === 200);
  t.is(through.length, 7);
  for (const answer of answers)
    if (answer?.status !== 200) {
      t.is(answer?.body.error.code, "forbidden");
      t.regex(answer?.body.error.message, /may spend \d+ credits a day .* renews at/);
    }
  for (const made of through) t.is((await waitForJob(operator.api, made?.body.job.id)).status, "succeeded");
  t.is((await operator.api.get("/v1/account")).body.remainingCredits, before - 7 * cost);
  const { body: listed } = await operator.session.get("/v1/api-keys");
  const [limited] = listed.apiKeys.filter(({ id }: { id: string }) => id === body.apiKey.id);
  t.like(limited.budget, { usedToday: 7 * cost, usedInAll: 7 * cost });
  t.deepEqual((await site.verifyLedger()).mismatches, []);
});
