import { randomUUID } from "node:crypto";
import test, { type ExecutionContext } from "ava";
import { makeMp4 } from "../../../plugins/kit/media/mp4.js";
import type { Kiln } from "../../../start.js";
import { ledgerMismatches } from "../../helpers/ledger-mismatches.js";
import { type Answer, type Person, signUp } from "../../helpers/client.js";
import { makeProject } from "../../helpers/make-project.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { uploadSound, waitForTranscription } from "../../helpers/transcribe.js";
import { upload } from "../../helpers/upload.js";

let kiln: Kiln;
let operator: Person;
test.before(async () => {
  kiln = await startKiln({ UPSTREAM_RETRY_SECONDS: "1" });
  operator = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

const remaining = async ({ api }: Person) => (await api.get("/v1/account")).body.remainingCredits as number;
const setBalance = async (who: Person, credits: number) => {
  const deltaCredits = credits - (await remaining(who));
  if (deltaCredits !== 0)
    await operator.session.post(`/v1/admin/accounts/${who.id}/credits`, { deltaCredits });
};
const change = (who: Person, body: object) => operator.session.patch(`/v1/admin/accounts/${who.id}`, body);
const refused = (answer: Answer) => [answer.status, answer.body.error?.code];
const submit = ({ api }: Person, body: object) => api.post("/v1/transcriptions", body);
/** Returns the mismatches of people whose work has ended, because that of others goes on. */
const mismatches = async (...people: Person[]) => {
  const ids = new Set(people.map(({ id }) => id));
  return (await ledgerMismatches(kiln)).filter(({ accountId }) => ids.has(accountId));
};
const done = async (t: ExecutionContext, person: Person, body: object) => {
  const answer = await submit(person, body);
  t.is(answer.status, 200, JSON.stringify(answer.body));
  return waitForTranscription(person.api, answer.body.job.id);
};

test("a transcription is submitted as running, settled once, and its transcript lies within the declared duration (rules/transcriptions 1, 2 and 5)", async (t) => {
  const ann = await signUp(kiln.url);
  const before = await remaining(ann);
  const storageId = await uploadSound(ann.api);
  const { status, body } = await submit(ann, { storageId, durationSeconds: 90 });
  t.is(status, 200);
  t.like(body.job, { status: "running", language: null, errorMessage: null, costCredits: null });
  const job = await waitForTranscription(ann.api, body.job.id);
  t.like(job, { status: "succeeded", costCredits: 2, charged: true, language: "en", durationSeconds: 90 });
  t.is(await remaining(ann), before - 2);
  const result = (await ann.api.get(`/v1/transcriptions/${job.id}/result`)).body;
  t.deepEqual(Object.keys(result).toSorted(), ["language", "segments", "text", "words"]);
  t.true(result.words.length > 10);
  t.deepEqual([...new Set(result.words.map(({ speaker }: { speaker: string }) => speaker))], ["A", "B"]);
  for (const { start, end } of [...result.words, ...result.segments])
    t.true(start >= 0 && start <= end && end <= 90);
  t.is(result.words.map(({ text }: { text: string }) => text).join(" "), result.text);
  const entries = (await ann.api.get("/v1/usage")).body.entries;
  t.like(entries[0], { kind: "transcription", ref: job.id, deltaCredits: -2, note: "mock-transcribe" });
  t.like(entries[0], { previewUrl: null, previewKind: null, projectId: null, actorUserId: null });
  t.is(entries.filter(({ ref }: { ref: string }) => ref === job.id).length, 1);
});

test("the transcript comes as srt, vtt or txt too; another format is refused (rules/transcriptions 4)", async (t) => {
  const storageId = await uploadSound(operator.api);
  const { id } = await done(t, operator, { storageId, durationSeconds: 20, language: "pt-BR" });
  const at = (format?: string) =>
    operator.api.get(`/v1/transcriptions/${id}/result${format === undefined ? "" : `?format=${format}`}`);
  const json = await at();
  t.is(json.body.language, "pt-BR");
  t.deepEqual((await at("json")).body, json.body);
  const srt = await at("srt");
  t.is(srt.headers.get("content-type"), "application/x-subrip; charset=utf-8");
  t.regex(srt.body, /^1\n00:00:00,000 --> 00:00:0\d,\d{3}\n\S/);
  const vtt = await at("vtt");
  t.is(vtt.headers.get("content-type"), "text/vtt; charset=utf-8");
  t.regex(vtt.body, /^WEBVTT\n\n00:00:00\.000 --> 00:00:0\d\.\d{3}\n<v A>/);
  const txt = await at("txt");
  t.is(txt.headers.get("content-type"), "text/plain; charset=utf-8");
  t.is(txt.body, json.body.text);
  for (const bad of ["pdf", "", "SRT"]) t.deepEqual(refused(await at(bad)), [400, "invalid_params"], bad);
});

test("video is transcribed; images and everything else are of the wrong kind (rules/transcriptions 1)", async (t) => {
  const video = makeMp4({
    width: 32,
    height: 32,
    seconds: 1,
    sound: true,
    colours: [
      [90, 90, 200],
      [120, 90, 200],
    ],
  });
  const mp4 = await upload(operator.api, "video/mp4", video);
  t.is((await done(t, operator, { storageId: mp4.toUpperCase(), durationSeconds: 1 })).status, "succeeded");
  for (const type of ["image/png", "application/octet-stream"]) {
    const other = await upload(operator.api, type, Buffer.from("x"));
    const answer = await submit(operator, { storageId: other, durationSeconds: 1 });
    t.deepEqual(refused(answer), [400, "invalid_params"]);
    t.regex(answer.body.error.message, /storageId must be of kind audio or video/);
  }
});

test("only its submitter reads a transcription, and there is no result before it succeeded (rules/transcriptions 3 and 4)", async (t) => {
  const [ann, bob] = [await signUp(kiln.url), await signUp(kiln.url)];
  const projectId = await makeProject(ann, [bob]);
  const storageId = await uploadSound(bob.api, "[slow=600].wav");
  const { body } = await submit(bob, { storageId, durationSeconds: 9, projectId });
  t.is(body.job.projectId, projectId);
  for (const path of [`/v1/transcriptions/${body.job.id}`, `/v1/transcriptions/${body.job.id}/result`])
    t.deepEqual(refused(await ann.api.get(path)), [404, "not_found"], "the owner who pays does not");
  t.is((await bob.api.get(`/v1/transcriptions/${body.job.id}`)).body.job.status, "running");
  for (const format of ["json", "vtt"])
    t.deepEqual(refused(await bob.api.get(`/v1/transcriptions/${body.job.id}/result?format=${format}`)), [
      404,
      "not_found",
    ]);
  const failing = await done(t, bob, {
    storageId: await uploadSound(bob.api, "x [fail].wav"),
    durationSeconds: 9,
  });
  t.like(failing, { status: "failed", costCredits: 0, charged: false });
  t.regex(failing.errorMessage, /\[fail\]/);
  t.deepEqual(failing.error, { code: "unknown", retryable: false });
  t.is((await bob.api.get(`/v1/transcriptions/${failing.id}/result`)).status, 404);
  t.is((await bob.api.get(`/v1/transcriptions/${randomUUID()}`)).status, 404);
  t.is((await bob.api.get("/v1/transcriptions/x")).status, 404);
});

test("what does not fit the contract is refused before any charge (rules/transcriptions 1; rules/billing 13)", async (t) => {
  const ann = await signUp(kiln.url);
  const before = await remaining(ann);
  const storageId = await uploadSound(ann.api);
  const ok = { storageId, durationSeconds: 1 };
  const staged = (await ann.api.post("/v1/uploads/ticket", { contentType: "audio/wav", sizeBytes: 9 })).body;
  const foreign = await uploadSound(operator.api);
  const cases: [title: string, body: object, message: RegExp][] = [
    ["no storageId", { durationSeconds: 1 }, /storageId is required/],
    ["no duration", { storageId }, /durationSeconds/],
    ["duration 0", { ...ok, durationSeconds: 0 }, /durationSeconds must be greater than 0/],
    ["negative duration", { ...ok, durationSeconds: -1 }, /durationSeconds must be greater than 0/],
    ["duration as text", { ...ok, durationSeconds: "1" }, /durationSeconds/],
    ["duration beyond all bounds", { ...ok, durationSeconds: 1e7 }, /durationSeconds must be at most/],
    ["malformed storageId", { ...ok, storageId: "x" }, /storageId must be a UUID/],
    ["unknown storageId", { ...ok, storageId: randomUUID() }, /^Unknown or uncommitted storageId$/],
    ["uncommitted storageId", { ...ok, storageId: staged.storageId }, /^Unknown or uncommitted storageId$/],
    ["somebody else's storageId", { ...ok, storageId: foreign }, /^Unknown or uncommitted storageId$/],
    ["empty language", { ...ok, language: "" }, /language must be a BCP-47/],
    ["no language tag", { ...ok, language: "en_US" }, /language must be a BCP-47/],
    ["malformed projectId", { ...ok, projectId: "x" }, /projectId/],
    ["unknown field", { ...ok, lang: "en" }, /lang/],
  ];
  for (const [title, body, message] of cases) {
    const answer = await submit(ann, body);
    t.deepEqual(refused(answer), [400, "invalid_params"], title);
    t.regex(answer.body.error.message, message, title);
  }
  t.deepEqual(refused(await submit(ann, { ...ok, projectId: randomUUID() })), [404, "not_found"]);
  t.is(await remaining(ann), before);
});

test("a short balance refuses, its own by insufficient_credits, an owner's by owner_insufficient_credits; nothing is charged (rules/billing 13 and 15)", async (t) => {
  const [ann, bob] = [await signUp(kiln.url), await signUp(kiln.url)];
  const projectId = await makeProject(ann, [bob]);
  await setBalance(ann, 71);
  await setBalance(bob, 71);
  const hour = { storageId: await uploadSound(bob.api), durationSeconds: 3600 };
  t.deepEqual(refused(await submit(bob, hour)), [402, "insufficient_credits"]);
  t.deepEqual(refused(await submit(bob, { ...hour, projectId })), [402, "owner_insufficient_credits"]);
  await ann.api.post(`/v1/projects/${projectId}/storage`, { storageIds: [await uploadSound(ann.api)] });
  await setBalance(ann, 72);
  const job = await done(t, bob, { ...hour, projectId });
  t.is(job.costCredits, 72);
  t.deepEqual([await remaining(ann), await remaining(bob)], [0, 71]);
  const [entry] = (await ann.api.get("/v1/usage")).body.entries;
  t.like(entry, { kind: "transcription", projectId, actorUserId: bob.id, actorEmail: bob.email });
  const usage = (await ann.api.get(`/v1/projects/${projectId}/usage`)).body;
  t.deepEqual(usage.totalsByActor, [{ actorUserId: bob.id, actorEmail: bob.email, spentCredits: 72 }]);
  t.deepEqual(await mismatches(ann, bob), []);
});

test("the payer's feature, suspension and scopes gate it (rules/transcriptions 8)", async (t) => {
  const [ann, bob] = [await signUp(kiln.url), await signUp(kiln.url)];
  const projectId = await makeProject(ann, [bob]);
  const body = { storageId: await uploadSound(bob.api), durationSeconds: 1 };
  await change(ann, { features: { transcription: false } });
  const off = await submit(bob, { ...body, projectId });
  t.deepEqual(refused(off), [403, "forbidden"]);
  t.regex(off.body.error.message, /Transcription is disabled/);
  t.deepEqual(
    refused(await submit(bob, { storageId: randomUUID(), durationSeconds: 1, projectId })),
    [403, "forbidden"],
    "the feature comes before stored objects",
  );
  t.is((await submit(bob, body)).status, 200, "his own are his own");
  await change(ann, { features: { transcription: true }, suspended: true });
  t.deepEqual(refused(await submit(bob, { ...body, projectId })), [403, "owner_account_suspended"]);
  const own = (await submit(bob, body)).body.job;
  await change(bob, { suspended: true });
  t.deepEqual(refused(await submit(bob, body)), [403, "account_suspended"]);
  t.is((await bob.api.get(`/v1/transcriptions/${own.id}`)).status, 200, "a suspended account reads");
  const keyWith = async (scope: string) => {
    const { secret } = (await operator.session.post("/v1/api-keys", { name: "k", scopes: [scope] })).body;
    return operator.api.with({ authorization: `Bearer ${secret}` });
  };
  const denied = await (await keyWith("media:read")).post("/v1/transcriptions", body);
  t.deepEqual(
    [...refused(denied), denied.body.error.message],
    [403, "forbidden", "This key needs the scope media:rw"],
  );
  t.is((await (await keyWith("generation:rw")).get(`/v1/transcriptions/${own.id}`)).status, 403);
});

test("the same Idempotency-Key gives the same transcription, another body is a conflict (rules/transcriptions 10; rules/edge 30)", async (t) => {
  const ann = await signUp(kiln.url);
  const before = await remaining(ann);
  const headers = { "idempotency-key": randomUUID() };
  const body = { storageId: await uploadSound(ann.api), durationSeconds: 1 };
  const answers = await Promise.all(
    [1, 2, 3].map(() => ann.api.post("/v1/transcriptions", body, { headers })),
  );
  t.is(new Set(answers.map((answer) => answer.body.job.id)).size, 1);
  await waitForTranscription(ann.api, answers[0]?.body.job.id);
  const again = await ann.api.post("/v1/transcriptions", body, { headers });
  t.is(again.body.job.status, "succeeded");
  const other = await ann.api.post("/v1/transcriptions", { ...body, durationSeconds: 2 }, { headers });
  t.deepEqual(refused(other), [409, "conflict"]);
  t.is(await remaining(ann), before - 1);
});

test("a faulty upstream is tried again and then fails without a charge; a deleted source too (rules/models 28)", async (t) => {
  const ann = await signUp(kiln.url);
  const before = await remaining(ann);
  const busy = await done(t, ann, {
    storageId: await uploadSound(ann.api, "[upstream=429].wav"),
    durationSeconds: 1,
  });
  t.like(busy, { status: "failed", costCredits: 0, error: { code: "rate_limited", retryable: true } });
  const storageId = await uploadSound(ann.api, "[upstream=429] gone.wav");
  const { id } = (await submit(ann, { storageId, durationSeconds: 1 })).body.job;
  t.is((await ann.api.delete(`/v1/storage/${storageId}`)).status, 200);
  const gone = await waitForTranscription(ann.api, id);
  t.is(gone.status, "failed");
  t.is(await remaining(ann), before);
});

test("deleting a project stops its transcriptions, free of charge, and takes the project off them (rules/transcriptions 10; rules/projects 13)", async (t) => {
  const [ann, bob] = [await signUp(kiln.url), await signUp(kiln.url)];
  const projectId = await makeProject(ann, [bob]);
  const before = await remaining(ann);
  const storageId = await uploadSound(bob.api, "[slow=600].wav");
  const { id } = (await submit(bob, { storageId, durationSeconds: 100, projectId })).body.job;
  t.deepEqual((await ann.api.delete(`/v1/projects/${projectId}`)).body, { ok: true });
  const job = await waitForTranscription(bob.api, id);
  t.like(job, { status: "failed", costCredits: 0, projectId: null, charged: false });
  t.regex(job.errorMessage, /project was deleted/);
  t.is(await remaining(ann), before);
  const { read } = kiln.host;
  t.deepEqual(await read.query("SELECT id FROM holds WHERE id = ?", [id]), []);
  t.deepEqual(await mismatches(ann, bob), []);
});

test("words with a pause longer than the queue's own wait do not hold a place (rules/running 24)", async (t) => {
  const slow = await submit(operator, {
    storageId: await uploadSound(operator.api, "[slow=1.2].wav"),
    durationSeconds: 1,
  });
  const tasks = (await operator.session.get("/v1/admin/tasks")).body;
  t.true(JSON.stringify(tasks).includes("transcriptions@mock-transcribe"));
  t.is((await waitForTranscription(operator.api, slow.body.job.id)).status, "succeeded");
});
