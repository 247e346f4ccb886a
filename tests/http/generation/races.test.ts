import test from "ava";
import type { Kiln } from "../../../start.js";
import { ledgerMismatches } from "../../helpers/ledger-mismatches.js";
import { type Answer, type Person, signUp } from "../../helpers/client.js";
import { isInRings } from "../../helpers/of-rings.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { waitForJob } from "../../helpers/wait-for-job.js";

let kiln: Kiln;
let operator: Person;
test.before(async () => {
  kiln = await startKiln();
  operator = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

const image = (prompt: string) => ({
  model: "mock-image",
  params: { kind: "image", prompt, aspectRatio: "1:1", numImages: 1 },
});
const setBalance = async (person: Person, credits: number) => {
  const { body } = await person.api.get("/v1/account");
  await operator.session.post(`/v1/admin/accounts/${person.id}/credits`, {
    deltaCredits: credits - body.remainingCredits,
  });
};

/** Returns the refusals for the person who reads the failure. */
const refusalsOf = (answers: readonly Answer[]) =>
  [
    ...new Set(
      answers.flatMap(({ status, body }) => (status === 200 ? [] : [`${status} ${body.error?.message}`])),
    ),
  ].join("; ");

test("50 submissions at once on a balance that covers 7 let exactly 7 through (rules/billing 7)", async (t) => {
  const person = await signUp(kiln.url);
  const { body } = await person.api.post("/v1/estimates", image("x"));
  await setBalance(person, body.estimatedCredits * 7 + 1);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      person.api.post("/v1/generations", image(`[slow=0.5] ${index}`)),
    ),
  );
  t.is(answers.filter(({ status }) => status === 200).length, 7, refusalsOf(answers));
  t.true(
    answers.every(
      ({ status, body: answer }) => status === 200 || answer.error.code === "insufficient_credits",
    ),
  );
  for (const answer of answers)
    if (answer.status === 200) t.is((await waitForJob(person.api, answer.body.job.id)).status, "succeeded");
  t.is((await person.api.get("/v1/account")).body.remainingCredits, 1);
});

/** Number of jobs at once, which is more than the places of a worker. */
const JOBS = isInRings() ? 80 : 200;

test(`${JOBS} jobs at once all settle once, canceled ones at no cost, and the ledger verifies (rules/billing 8 and 9)`, async (t) => {
  const person = await signUp(kiln.url);
  await setBalance(person, 10_000);
  const created = await Promise.all(
    Array.from({ length: JOBS }, (_, index) =>
      person.api.post("/v1/generations", image(index % 10 === 0 ? "[fail]" : `number ${index}`)),
    ),
  );
  t.is(refusalsOf(created), "");
  await Promise.all(
    created
      .filter((_, index) => index % 7 === 0)
      .map(({ body }) => person.api.post(`/v1/generations/${body.job.id}/cancel`)),
  );
  const jobs = await Promise.all(created.map(({ body }) => waitForJob(person.api, body.job.id)));
  const spent = jobs.reduce((sum, job) => sum + job.costCredits, 0);
  t.true(jobs.every((job) => (job.status === "succeeded") === job.costCredits > 0));
  t.is((await person.api.get("/v1/account")).body.remainingCredits, 10_000 - spent);
  t.deepEqual(await ledgerMismatches(kiln), []);
});
