import { randomUUID } from "node:crypto";
import test from "ava";
import sharp from "sharp";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { upload } from "../../helpers/upload.js";
import { waitForJob } from "../../helpers/wait-for-job.js";

let kiln: Kiln;
let ann: Person;
let bob: Person;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
  bob = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

const image = (prompt = "a cat", params: object = {}) => ({
  model: "mock-image",
  params: { kind: "image", prompt, aspectRatio: "1:1", numImages: 1, ...params },
});
const remaining = async (person: Person) =>
  (await person.api.get("/v1/account")).body.remainingCredits as number;

test("a job is queued with its estimate, runs, is settled once and gives its results (rules/generation 1 and 2)", async (t) => {
  const person = await signUp(kiln.url);
  const before = await remaining(person);
  const created = await person.api.post("/v1/generations", image("two cats", { numImages: 2 }));
  t.is(created.status, 200);
  t.is(created.body.job.status, "queued");
  t.is(created.body.job.costCredits, null);
  t.true(created.body.estimatedCredits > 0);
  const job = await waitForJob(person.api, created.body.job.id);
  t.is(job.status, "succeeded");
  t.is(job.costCredits, created.body.estimatedCredits);
  t.true(job.charged);
  t.is(job.resultStorageIds.length, 2);
  t.is(job.resultUrls.length, 2);
  t.deepEqual(job.params, { kind: "image", prompt: "two cats", aspectRatio: "1:1", numImages: 2 });
  t.is(job.projectId, null);
  t.truthy(job.completedAt);
  const picture = await fetch(job.resultUrls[0]);
  t.is(picture.headers.get("content-type"), "image/png");
  t.is((await sharp(Buffer.from(await picture.arrayBuffer())).metadata()).format, "png");
  t.is(await remaining(person), before - job.costCredits);
  const usage = await person.api.get("/v1/usage");
  const entries = usage.body.entries.filter((entry: { kind: string }) => entry.kind === "generation");
  t.is(entries.length, 1);
  t.is(entries[0].ref, job.id);
  t.is(entries[0].note, "mock-image");
  t.is(entries[0].deltaCredits, -job.costCredits);
  t.is(entries[0].previewKind, "image");
  t.is((await fetch(entries[0].previewUrl)).status, 200);
});

test("files of jobs that were created at the same moment have names that differ (rules/generation 17)", async (t) => {
  const person = await signUp(kiln.url);
  const created = await Promise.all([1, 2, 3].map(() => person.api.post("/v1/generations", image())));
  for (const { body } of created) await waitForJob(person.api, body.job.id);
  const { objects } = (await person.api.get("/v1/storage/usage")).body;
  const names = (objects as { filename: string }[]).map(({ filename }) => filename);
  t.is(new Set(names).size, 3, names.join(" "));
});

test("a result that was deleted leaves both lists, which stay pairs (rules/generation 8)", async (t) => {
  const person = await signUp(kiln.url);
  const created = await person.api.post("/v1/generations", image("three cats", { numImages: 3 }));
  const job = await waitForJob(person.api, created.body.job.id);
  const [first, gone, last] = job.resultStorageIds as string[];
  t.is((await person.api.delete(`/v1/storage/${gone}`)).status, 200);
  const one = (await person.api.get(`/v1/generations/${job.id}`)).body.job;
  const [listed] = (await person.api.get("/v1/generations?limit=1")).body.jobs;
  for (const { resultStorageIds, resultUrls } of [one, listed]) {
    t.deepEqual(resultStorageIds, [first, last]);
    t.is(resultUrls.length, 2);
    for (const [index, url] of resultUrls.entries()) t.true(url.includes(resultStorageIds[index]));
  }
  for (const id of [first, last]) await person.api.delete(`/v1/storage/${id}`);
  const none = (await person.api.get(`/v1/generations/${job.id}`)).body.job;
  t.deepEqual([none.status, none.resultStorageIds, none.resultUrls], ["succeeded", [], []]);
  t.is(none.costCredits, job.costCredits);
});

test("a failed job is HTTP 200, costs 0 and says why (rules/billing 9; rules/generation 7)", async (t) => {
  const person = await signUp(kiln.url);
  const before = await remaining(person);
  const { body } = await person.api.post("/v1/generations", image("[fail] please"));
  const job = await waitForJob(person.api, body.job.id);
  t.is(job.status, "failed");
  t.is(job.costCredits, 0);
  t.false(job.charged);
  t.truthy(job.errorMessage);
  t.is(typeof job.error.code, "string");
  t.is(job.error.retryable, false);
  t.is(job.resultUrls, null);
  t.is(job.resultStorageIds, null);
  t.is(await remaining(person), before);
});

test("cancel marks a queued or running job canceled at no cost; a terminal one is returned as it is (rules/generation 6)", async (t) => {
  const person = await signUp(kiln.url);
  const before = await remaining(person);
  const { body } = await person.api.post("/v1/generations", image("[slow=20] tortoise"));
  await waitForJob(person.api, body.job.id, ["running"]);
  const canceled = await person.api.post(`/v1/generations/${body.job.id}/cancel`);
  t.is(canceled.status, 200);
  t.is(canceled.body.job.status, "canceled");
  t.is(canceled.body.job.costCredits, 0);
  const again = await person.api.post(`/v1/generations/${body.job.id}/cancel`);
  t.deepEqual(again.body.job, canceled.body.job);
  t.is(await remaining(person), before);
  const done = await person.api.post("/v1/generations", image());
  const job = await waitForJob(person.api, done.body.job.id);
  const late = await person.api.post(`/v1/generations/${job.id}/cancel`);
  t.is(late.body.job.status, "succeeded");
});

test("other people's jobs read as unknown (rules/generation 3)", async (t) => {
  const { body } = await ann.api.post("/v1/generations", image());
  for (const answer of [
    await bob.api.get(`/v1/generations/${body.job.id}`),
    await bob.api.post(`/v1/generations/${body.job.id}/cancel`),
    await bob.api.get(`/v1/generations/${randomUUID()}`),
  ]) {
    t.is(answer.status, 404);
    t.is(answer.body.error.code, "not_found");
  }
  t.is((await ann.api.get("/v1/generations/not-a-uuid")).status, 404);
});

const refusals: [string, unknown, number, string, RegExp][] = [
  ["no model", { params: {} }, 400, "invalid_params", /model is required/],
  ["no params", { model: "mock-image" }, 400, "invalid_params", /params is required/],
  ["params of another type", { model: "mock-image", params: [] }, 400, "invalid_params", /params/],
  ["unknown model", { model: "nope", params: {} }, 404, "not_found", /nope/],
  [
    "kind mismatch",
    { model: "mock-image", params: { kind: "video" } },
    400,
    "invalid_params",
    /params\.kind/,
  ],
  ["ratio outside", image("x", { aspectRatio: "5:1" }), 400, "invalid_params", /aspectRatio.*1:1/],
  ["too many images", image("x", { numImages: 99 }), 400, "invalid_params", /numImages/],
  ["unknown parameter", image("x", { colour: 1 }), 400, "invalid_params", /colour/],
  ["blank prompt", image("  "), 400, "invalid_params", /prompt/],
  [
    "unknown storageId",
    image("x", { referenceStorageIds: [randomUUID()] }),
    400,
    "invalid_params",
    /^Unknown or uncommitted storageId$/,
  ],
  ["malformed projectId", { ...image(), projectId: "x" }, 400, "invalid_params", /projectId/],
  ["foreign project", { ...image(), projectId: randomUUID() }, 404, "not_found", /project/],
  ["cutId alone", { ...image(), cutId: randomUUID() }, 400, "invalid_params", /cutId/],
];
for (const [name, body, status, code, message] of refusals) {
  test(`POST /v1/generations refuses before any charge: ${name} (rules/billing 13; rules/generation 13; rules/models 8, 9, 22 and 23)`, async (t) => {
    const answer = await ann.api.post("/v1/generations", body);
    t.is(answer.status, status, JSON.stringify(answer.body));
    t.is(answer.body.error.code, code);
    t.regex(answer.body.error.message, message);
    const estimate = await ann.api.post("/v1/estimates", body);
    t.is(estimate.status, status);
    t.deepEqual(estimate.body, answer.body);
  });
}

test("media inputs must be of the right kind and the caller's own (rules/models 21)", async (t) => {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const mine = await upload(ann.api, "image/png", png);
  const sound = await upload(ann.api, "audio/wav", Buffer.from("RIFF"));
  t.is((await ann.api.post("/v1/generations", image("x", { referenceStorageIds: [mine] }))).status, 200);
  const foreign = await bob.api.post("/v1/generations", image("x", { referenceStorageIds: [mine] }));
  t.is(foreign.body.error.message, "Unknown or uncommitted storageId");
  const wrong = await ann.api.post("/v1/generations", image("x", { referenceStorageIds: [sound] }));
  t.is(wrong.status, 400);
  t.regex(wrong.body.error.message, /referenceStorageIds\[0\].*image/);
});

test("a result is an input for the next job, whatever the case of its id (rules/models 21)", async (t) => {
  const first = await waitForJob(ann.api, (await ann.api.post("/v1/generations", image())).body.job.id);
  const sourceStorageId = first.resultStorageIds[0].toUpperCase();
  const created = await ann.api.post("/v1/generations", {
    model: "mock-upscale-image",
    params: { kind: "upscale", sourceStorageId, durationSeconds: 1 },
  });
  t.is(created.status, 200, JSON.stringify(created.body));
  t.is((await waitForJob(ann.api, created.body.job.id)).status, "succeeded");
});

test("a model that is paidOnly needs a purchase, and nothing is charged without (plan_required) (rules/billing 17)", async (t) => {
  const answer = await ann.api.post("/v1/generations", { ...image(), model: "mock-image-paid" });
  t.is(answer.status, 402);
  t.is(answer.body.error.code, "plan_required");
});

test("the balance covers the estimate or nothing starts (insufficient_credits) (rules/billing 7)", async (t) => {
  const poor = await signUp(kiln.url);
  await ann.session.post(`/v1/admin/accounts/${poor.id}/credits`, {
    deltaCredits: 3 - (await remaining(poor)),
    note: "test",
  });
  const answer = await poor.api.post("/v1/generations", image());
  t.is(answer.status, 402, JSON.stringify(answer.body));
  t.is(answer.body.error.code, "insufficient_credits");
  const estimate = await poor.api.post("/v1/estimates", image());
  t.false(estimate.body.affordable);
  t.is(estimate.body.remainingCredits, 3);
  t.is((await poor.api.get("/v1/generations")).body.total, 0);
});

test("an estimate prices as the submission does and changes nothing (rules/billing 18)", async (t) => {
  const person = await signUp(kiln.url);
  const before = await remaining(person);
  const estimate = await person.api.post("/v1/estimates", image("x", { numImages: 3 }));
  t.is(estimate.status, 200);
  t.true(estimate.body.affordable);
  t.is(estimate.body.remainingCredits, before);
  const created = await person.api.post("/v1/generations", image("x", { numImages: 3 }));
  t.is(created.body.estimatedCredits, estimate.body.estimatedCredits);
});

test("lists are newest first with a total, and pages never repeat (rules/edge 26; rules/generation 4)", async (t) => {
  const person = await signUp(kiln.url);
  const ids: string[] = [];
  for (let index = 0; index < 5; index += 1)
    ids.unshift((await person.api.post("/v1/generations", image())).body.job.id);
  const all = await person.api.get("/v1/generations");
  t.deepEqual(
    all.body.jobs.map((job: { id: string }) => job.id),
    ids,
  );
  t.is(all.body.total, 5);
  const page = await person.api.get("/v1/generations?limit=2&offset=2&colour=red");
  t.deepEqual(
    page.body.jobs.map((job: { id: string }) => job.id),
    ids.slice(2, 4),
  );
  t.is(page.body.total, 5);
  for (const query of [
    "limit=0",
    "limit=201",
    "limit=x",
    "limit=1.5",
    "limit=",
    "offset=-1",
    "offset=x",
    "projectId=x",
  ]) {
    const answer = await person.api.get(`/v1/generations?${query}`);
    t.is(answer.status, 400, query);
    t.is(answer.body.error.code, "invalid_params");
  }
});

test("naming one's own default project equals naming none (rules/generation 11; rules/projects 1)", async (t) => {
  const person = await signUp(kiln.url);
  const account = await kiln.host.read.query<{ defaultProjectId: string }>(
    "SELECT defaultProjectId FROM accounts WHERE id = ?",
    [person.id],
  );
  const projectId = account[0]?.defaultProjectId;
  const created = await person.api.post("/v1/generations", { ...image(), projectId });
  t.is(created.status, 200);
  t.is(created.body.job.projectId, null);
  t.is((await person.api.get(`/v1/generations?projectId=${projectId}`)).body.total, 1);
});

test("an Idempotency-Key makes one job, refuses another body, and is kept only for successes (rules/edge 30 and 32)", async (t) => {
  const person = await signUp(kiln.url);
  const headers = { "idempotency-key": "order 66" };
  const refused = await person.api.post("/v1/generations", image("x", { numImages: 99 }), { headers });
  t.is(refused.status, 400);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => person.api.post("/v1/generations", image(), { headers })),
  );
  t.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  t.is(new Set(answers.map(({ body }) => body.job.id)).size, 1);
  const other = await person.api.post("/v1/generations", image("another"), { headers });
  t.is(other.status, 409);
  t.is(other.body.error.code, "conflict");
  t.is((await person.api.get("/v1/generations")).body.total, 1);
  const sorted = await person.api.post(
    "/v1/generations",
    JSON.stringify({ params: image().params, model: "mock-image" }),
    { headers },
  );
  t.is(sorted.status, 200);
  const bad = await person.api.post("/v1/generations", image(), {
    headers: { "idempotency-key": "x".repeat(201) },
  });
  t.is(bad.status, 400);
  const somebodyElse = await bob.api.post("/v1/generations", image(), { headers });
  t.not(somebodyElse.body.job.id, answers[0]?.body.job.id);
});

test("a suspended account reads and starts nothing (rules/identity 13)", async (t) => {
  const person = await signUp(kiln.url);
  await ann.session.patch(`/v1/admin/accounts/${person.id}`, { suspended: true });
  t.is((await person.api.get("/v1/generations")).status, 200);
  const answer = await person.api.post("/v1/generations", image());
  t.is(answer.status, 403);
  t.is(answer.body.error.code, "account_suspended");
});

test("generation switched off for the account is forbidden (rules/identity 43)", async (t) => {
  const person = await signUp(kiln.url);
  await ann.session.patch(`/v1/admin/accounts/${person.id}`, { features: { generation: false } });
  const answer = await person.api.post("/v1/generations", image());
  t.is(answer.status, 403);
  t.is(answer.body.error.code, "forbidden");
});
