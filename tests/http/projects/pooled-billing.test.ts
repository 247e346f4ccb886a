import { randomUUID } from "node:crypto";
import test from "ava";
import type { Kiln } from "../../../start.js";
import { ledgerMismatches } from "../../helpers/ledger-mismatches.js";
import { type Answer, type Person, signUp } from "../../helpers/client.js";
import { makeProject } from "../../helpers/make-project.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { waitForJob } from "../../helpers/wait-for-job.js";

let kiln: Kiln;
let operator: Person;
test.before(async () => {
  kiln = await startKiln({ REQUIRE_EMAIL_VERIFICATION: "1" });
  operator = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

const image = (projectId?: string, prompt = "a pot") => ({
  model: "mock-image",
  params: { kind: "image", prompt, aspectRatio: "1:1", numImages: 1 },
  ...(projectId !== undefined && { projectId }),
});
const change = async (person: Person, body: object) => {
  const { status } = await operator.session.patch(`/v1/admin/accounts/${person.id}`, body);
  if (status !== 200) throw new Error(`admin: ${status}`);
};
const person = async (): Promise<Person> => {
  const made = await signUp(kiln.url);
  await change(made, { emailVerified: true });
  return made;
};
const remaining = async ({ api }: Person) => (await api.get("/v1/account")).body.remainingCredits as number;
const setBalance = async (who: Person, credits: number) => {
  const deltaCredits = credits - (await remaining(who));
  if (deltaCredits !== 0)
    await operator.session.post(`/v1/admin/accounts/${who.id}/credits`, { deltaCredits });
};
const refused = (answer: Answer) => [answer.status, answer.body.error?.code];
const submit = ({ api }: Person, body: object) => api.post("/v1/generations", body);

test("the owner pays for a member's job; the ledger names the project and the actor (rules/billing 14 and 32)", async (t) => {
  const [ann, bob] = [await person(), await person()];
  const id = await makeProject(ann, [bob]);
  const [annHas, bobHas] = [await remaining(ann), await remaining(bob)];
  const { status, body } = await submit(bob, image(id));
  t.is(status, 200);
  t.is(body.job.projectId, id);
  const job = await waitForJob(bob.api, body.job.id);
  t.is(job.status, "succeeded");
  t.is(await remaining(ann), annHas - job.costCredits);
  t.is(await remaining(bob), bobHas);
  const [entry] = (await ann.api.get("/v1/usage")).body.entries;
  t.is(entry.ref, job.id);
  t.is(entry.projectId, id);
  t.is(entry.actorUserId, bob.id);
  t.is(entry.actorEmail, bob.email);
  t.false((await bob.api.get("/v1/usage")).body.entries.some(({ ref }: { ref: string }) => ref === job.id));
});

test("project usage: the owner sees all, a contributor their own, totals alike (rules/billing 33)", async (t) => {
  const [ann, bob, eve] = [await person(), await person(), await person()];
  const id = await makeProject(ann, [bob, eve]);
  const other = await makeProject(ann);
  const spent = new Map<string, number>();
  for (const [who, projectId] of [
    [ann, id],
    [bob, id],
    [bob, id],
    [ann, other],
    [ann, undefined],
  ] as const) {
    const { body } = await submit(who, image(projectId));
    const job = await waitForJob(who.api, body.job.id);
    if (projectId === id) spent.set(who.id, (spent.get(who.id) ?? 0) + job.costCredits);
  }
  const own = (await ann.api.get(`/v1/projects/${id}/usage`)).body;
  t.is(own.total, 3);
  t.deepEqual(own.totalsByActor, [
    { actorUserId: bob.id, actorEmail: bob.email, spentCredits: spent.get(bob.id) },
    { actorUserId: ann.id, actorEmail: ann.email, spentCredits: spent.get(ann.id) },
  ]);
  t.deepEqual(
    own.entries.map(({ actorUserId }: { actorUserId: string | null }) => actorUserId),
    [bob.id, bob.id, null],
  );
  const theirs = (await bob.api.get(`/v1/projects/${id}/usage`)).body;
  t.is(theirs.total, 2);
  t.deepEqual(theirs.totalsByActor, [
    { actorUserId: bob.id, actorEmail: bob.email, spentCredits: spent.get(bob.id) },
  ]);
  t.true(theirs.entries.every(({ actorUserId }: { actorUserId: string }) => actorUserId === bob.id));
  t.deepEqual((await eve.api.get(`/v1/projects/${id}/usage`)).body, {
    entries: [],
    totalsByActor: [],
    total: 0,
  });
  const page = (await ann.api.get(`/v1/projects/${id}/usage?limit=1&offset=1`)).body;
  t.deepEqual(page.entries, [own.entries[1]]);
  t.is(page.total, 3);
  t.deepEqual(page.totalsByActor, own.totalsByActor);
  for (const query of ["limit=0", "limit=201", "limit=x", "offset=-1"])
    t.deepEqual(
      refused(await ann.api.get(`/v1/projects/${id}/usage?${query}`)),
      [400, "invalid_params"],
      query,
    );
  const { defaultProjectId } = (await ann.api.get("/v1/projects")).body;
  t.is((await ann.api.get(`/v1/projects/${defaultProjectId}/usage`)).body.total, 1);
});

test("a short owner is owner_insufficient_credits for members, insufficient_credits for themselves (rules/billing 15)", async (t) => {
  const [ann, bob] = [await person(), await person()];
  const id = await makeProject(ann, [bob]);
  await setBalance(ann, 0);
  t.deepEqual(refused(await submit(bob, image(id))), [402, "owner_insufficient_credits"]);
  t.deepEqual(refused(await submit(ann, image(id))), [402, "insufficient_credits"]);
  t.is((await submit(bob, image())).status, 200, "their own work goes on");
  const estimate = await bob.api.post("/v1/estimates", image(id));
  t.is(estimate.body.remainingCredits, 0);
  t.false(estimate.body.affordable);
});

test("plan_required is judged by the payer (rules/billing 17)", async (t) => {
  const [ann, bob] = [await person(), await person()];
  const id = await makeProject(ann, [bob]);
  const { models } = (await ann.api.get("/v1/models?kind=image")).body;
  const paid = models.find(({ paidOnly }: { paidOnly: boolean }) => paidOnly);
  const { aspectRatios } = paid.capabilities;
  const body = {
    model: paid.id,
    params: { kind: "image", prompt: "x", aspectRatio: aspectRatios[0], numImages: 1 },
    projectId: id,
  };
  t.deepEqual(refused(await submit(bob, body)), [402, "plan_required"]);
  const link = await ann.api.post("/v1/billing/checkout", { kind: "topup", dollars: 10 });
  await fetch(link.body.url, { method: "POST" });
  t.is((await submit(bob, body)).status, 200, "the owner has bought something");
  t.deepEqual(refused(await submit(bob, { ...body, projectId: undefined })), [402, "plan_required"]);
});

test("a suspended, unverified or switched-off owner blocks work billed to them, in the order of checks, and not their members' own (rules/billing 16; rules/edge 11; rules/identity 43)", async (t) => {
  const [ann, bob] = [await person(), await person()];
  const id = await makeProject(ann, [bob]);
  const wrong = { ...image(id), params: { kind: "video" } };
  await change(ann, { suspended: true, emailVerified: false, features: { generation: false } });
  t.deepEqual(refused(await submit(bob, { ...wrong, model: "nope" })), [404, "not_found"]);
  t.deepEqual(refused(await submit(bob, wrong)), [403, "forbidden"]);
  await change(ann, { features: { generation: true } });
  t.deepEqual(refused(await submit(bob, wrong)), [403, "owner_account_suspended"]);
  await change(ann, { suspended: false });
  t.deepEqual(refused(await submit(bob, wrong)), [403, "owner_email_unverified"]);
  t.deepEqual(refused(await ann.api.post("/v1/estimates", { ...wrong, projectId: undefined })), [
    403,
    "email_unverified",
  ]);
  t.deepEqual(refused(await ann.api.post("/v1/estimates", { ...wrong, model: "nope" })), [404, "not_found"]);
  t.is((await submit(bob, image())).status, 200);
  await change(ann, { emailVerified: true });
  t.deepEqual(refused(await submit(bob, wrong)), [400, "invalid_params"]);
  t.is((await submit(bob, image(id))).status, 200);
});

test("the caller's own standing comes before the owner's; the feature is only the payer's (rules/billing 16)", async (t) => {
  const [ann, bob] = [await person(), await person()];
  const id = await makeProject(ann, [bob]);
  await change(bob, { features: { generation: false } });
  t.is((await submit(bob, image(id))).status, 200);
  t.deepEqual(refused(await submit(bob, image())), [403, "forbidden"]);
  await change(ann, { suspended: true });
  await change(bob, { suspended: true, emailVerified: false });
  t.deepEqual(refused(await submit(bob, image(id))), [403, "account_suspended"]);
  await change(bob, { suspended: false });
  t.deepEqual(refused(await submit(bob, image(id))), [403, "email_unverified"]);
});

test("naming one's own default project equals naming none; another's and a stranger's project are unknown (rules/projects 1)", async (t) => {
  const [ann, bob] = [await person(), await person()];
  const { defaultProjectId } = (await ann.api.get("/v1/projects")).body;
  const { body } = await submit(ann, image(defaultProjectId));
  t.is(body.job.projectId, null);
  const listed = async (query: string) =>
    (await ann.api.get(`/v1/generations${query}`)).body.jobs.map(({ id }: { id: string }) => id);
  t.deepEqual(await listed(`?projectId=${defaultProjectId}`), await listed(""));
  for (const projectId of [defaultProjectId, await makeProject(ann), randomUUID()])
    t.deepEqual(refused(await submit(bob, image(projectId))), [404, "not_found"]);
  t.deepEqual(refused(await submit(bob, image("nope"))), [400, "invalid_params"]);
});

test("members read each other's jobs; the submitter and the owner cancel, another contributor does not (rules/generation 3 and 5)", async (t) => {
  const [ann, bob, eve, mallory] = [await person(), await person(), await person(), await person()];
  const id = await makeProject(ann, [bob, eve]);
  const job = (await submit(bob, image(id, "[slow=60] x"))).body.job.id as string;
  const own = (await submit(ann, image(id, "[slow=60] y"))).body.job.id as string;
  const personal = (await submit(bob, image(undefined, "[slow=60] z"))).body.job.id as string;
  for (const member of [ann, bob, eve]) {
    t.is((await member.api.get(`/v1/generations/${job}`)).status, 200);
    const { jobs, total } = (await member.api.get(`/v1/generations?projectId=${id}`)).body;
    t.deepEqual(
      jobs.map((each: { id: string }) => each.id),
      [own, job],
    );
    t.is(total, 2);
  }
  for (const path of [`/v1/generations/${job}`, `/v1/generations?projectId=${id}`])
    t.deepEqual(refused(await mallory.api.get(path)), [404, "not_found"]);
  t.deepEqual(refused(await ann.api.get(`/v1/generations/${personal}`)), [404, "not_found"]);
  t.deepEqual(refused(await mallory.api.post(`/v1/generations/${job}/cancel`)), [404, "not_found"]);
  t.deepEqual(refused(await eve.api.post(`/v1/generations/${job}/cancel`)), [403, "forbidden"]);
  t.deepEqual(refused(await bob.api.post(`/v1/generations/${own}/cancel`)), [403, "forbidden"]);
  t.is((await ann.api.post(`/v1/generations/${job}/cancel`)).body.job.status, "canceled");
  await ann.api.delete(`/v1/projects/${id}/members/${bob.id}`);
  t.is((await bob.api.get(`/v1/generations/${job}`)).status, 200, "the submitter reads on");
  t.deepEqual(refused(await bob.api.get(`/v1/generations/${own}`)), [404, "not_found"]);
  await ann.api.post(`/v1/generations/${own}/cancel`);
  await bob.api.post(`/v1/generations/${personal}/cancel`);
});

test("members who submit at once on the owner's balance for 5 get exactly 5 through; the ledger verifies (rules/billing 7)", async (t) => {
  const [ann, bob, eve] = [await person(), await person(), await person()];
  const id = await makeProject(ann, [bob, eve]);
  const { body } = await ann.api.post("/v1/estimates", image(id));
  await setBalance(ann, body.estimatedCredits * 5);
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      submit([ann, bob, eve][index % 3] ?? ann, image(id, `[slow=0.3] ${index}`)),
    ),
  );
  t.is(answers.filter(({ status }) => status === 200).length, 5);
  for (const { status, body: answer } of answers)
    if (status === 200) t.is((await waitForJob(ann.api, answer.job.id)).status, "succeeded");
    else t.regex(answer.error.code, /^(owner_)?insufficient_credits$/);
  t.is(await remaining(ann), 0);
  t.deepEqual(await ledgerMismatches(kiln), []);
});
