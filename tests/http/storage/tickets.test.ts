import test from "ava";
import type { Kiln } from "../../../start.js";
import { Client, type Person, signUp } from "../../helpers/client.js";
import { insertObject } from "../../helpers/insert-object.js";
import { setUsage } from "../../helpers/set-usage.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { upload } from "../../helpers/upload.js";

const GB = 2 ** 30;

let kiln: Kiln;
let ann: Person;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

const ticket = (body: object, person = ann) => person.api.post("/v1/uploads/ticket", body);

test("a ticket names the object, where to PUT it, and until when (rules/storage 9)", async (t) => {
  const answer = await ticket({ contentType: "image/png", sizeBytes: 10, filename: "cat.png" });
  t.is(answer.status, 200);
  t.deepEqual(Object.keys(answer.body).toSorted(), ["expiresAt", "storageId", "uploadUrl"]);
  t.true(Date.parse(answer.body.expiresAt) > Date.now());
  t.true(answer.body.uploadUrl.startsWith("http"));
});

test("every accepted content type gets a ticket, also with parameters (rules/storage 5)", async (t) => {
  for (const contentType of [
    "image/webp",
    "video/mp4",
    "audio/mpeg",
    "application/octet-stream",
    "text/javascript; charset=utf-8",
    "application/javascript",
    "audio/webm;codecs=opus",
  ]) {
    t.is((await ticket({ contentType, sizeBytes: 1 })).status, 200, contentType);
  }
});

test("another content type is refused, and the message names the accepted ones (rules/storage 5)", async (t) => {
  for (const contentType of [
    "text/html",
    "application/json",
    "image/*",
    "nonsense",
    "image/png; x",
    "x".repeat(201),
    `image/${"x".repeat(195)}`,
    "",
  ]) {
    const answer = await ticket({ contentType, sizeBytes: 1 });
    t.is(answer.status, 400, contentType);
    t.is(answer.body.error.code, "invalid_params");
  }
  t.is((await ticket({ contentType: `image/${"x".repeat(194)}`, sizeBytes: 1 })).status, 200);
  t.regex(
    (await ticket({ contentType: "text/html", sizeBytes: 1 })).body.error.message,
    /image\/\*.*video\/\*.*audio\/\*.*octet-stream.*JavaScript/,
  );
});

test("sizeBytes is a positive whole number (rules/storage 33)", async (t) => {
  for (const sizeBytes of [0, -1, 1.5, "10", null, undefined]) {
    const answer = await ticket({ contentType: "image/png", sizeBytes });
    t.is(answer.status, 400, String(sizeBytes));
    t.is(answer.body.error.code, "invalid_params");
  }
  t.is((await ticket({ sizeBytes: 1 })).status, 400);
});

test("1 GB gets a ticket, one byte more is payload_too_large (rules/storage 8)", async (t) => {
  t.is((await ticket({ contentType: "video/mp4", sizeBytes: GB })).status, 200);
  const answer = await ticket({ contentType: "video/mp4", sizeBytes: GB + 1 });
  t.is(answer.status, 413);
  t.is(answer.body.error.code, "payload_too_large");
});

test("a file name may have 300 characters, or be left out (rules/storage 33)", async (t) => {
  for (const filename of ["x".repeat(300), "\u{1f3fa}".repeat(300), null, undefined, ""]) {
    t.is((await ticket({ contentType: "image/png", sizeBytes: 1, filename })).status, 200);
  }
  for (const filename of ["x".repeat(301), "\u{1f3fa}".repeat(301)])
    t.is((await ticket({ contentType: "image/png", sizeBytes: 1, filename })).status, 400);
});

test("a ticket that would pass the quota is storage_limit, one that fills it is not (rules/storage 13)", async (t) => {
  const person = await signUp(kiln.url);
  await setUsage(kiln.host, person.id, 5 * GB - 100);
  const answer = await ticket({ contentType: "image/png", sizeBytes: 101 }, person);
  t.is(answer.status, 402);
  t.is(answer.body.error.code, "storage_limit");
  t.is((await ticket({ contentType: "image/png", sizeBytes: 100 }, person)).status, 200);
});

test("a ticket reserves its size until it is committed, deleted or an hour old (rules/storage 8 and 9)", async (t) => {
  const person = await signUp(kiln.url);
  await setUsage(kiln.host, person.id, 5 * GB - 100);
  const take = (sizeBytes: number) => ticket({ contentType: "image/png", sizeBytes }, person);
  const first = await take(60);
  t.is(first.status, 200);
  const refused = await take(41);
  t.is(refused.status, 402);
  t.is(refused.body.error.code, "storage_limit");
  const second = await take(40);
  t.is(second.status, 200);
  t.is((await take(1)).status, 402);
  t.is((await person.api.delete(`/v1/storage/${first.body.storageId}`)).status, 200);
  t.is((await take(61)).status, 402);
  t.is((await take(60)).status, 200, "what is deleted reserves nothing");
  // The object was committed with 10 bytes of its 40, so the other 30 are free again.
  await fetch(second.body.uploadUrl, {
    method: "PUT",
    headers: { "content-type": "image/png" },
    body: new Uint8Array(10),
  });
  t.is((await person.api.post(`/v1/uploads/${second.body.storageId}/commit`)).status, 200);
  t.is((await take(31)).status, 402);
  t.is((await take(30)).status, 200);
  await kiln.host.transact((tx) =>
    tx.run("UPDATE storage_objects SET createdAt = ? WHERE ownerId = ? AND state = 'staged'", [
      Date.now() - 3600_000,
      person.id,
    ]),
  );
  t.is((await take(91)).status, 402);
  t.is((await take(90)).status, 200, "what is over reserves nothing");
});

test("of tickets at once that want the last place in the quota one wins (rules/storage 8)", async (t) => {
  const person = await signUp(kiln.url);
  await setUsage(kiln.host, person.id, 5 * GB - 100);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => ticket({ contentType: "image/png", sizeBytes: 60 }, person)),
  );
  t.is(answers.filter(({ status }) => status === 200).length, 1);
  t.is(answers.filter(({ status }) => status === 402).length, 7);
});

test("100 tickets of an account wait, also when they come at once; more are 429 (rules/storage 9)", async (t) => {
  const [person, other] = [await signUp(kiln.url), await signUp(kiln.url)];
  const take = () => ticket({ contentType: "image/png", sizeBytes: 1 }, person);
  const answers = await Promise.all(Array.from({ length: 110 }, take));
  t.is(answers.filter(({ status }) => status === 200).length, 100);
  const refused = answers.find(({ status }) => status !== 200);
  t.is(refused?.status, 429);
  t.is(refused?.body.error.code, "rate_limited");
  const seconds = Number(refused?.headers.get("retry-after"));
  t.true(seconds > 3000 && seconds <= 3600);
  t.is((await ticket({ contentType: "image/png", sizeBytes: 1 }, other)).status, 200);
  const wrong = answers.find(({ status }) => status === 200)?.body.storageId;
  t.is((await person.api.delete(`/v1/storage/${wrong}`)).status, 200);
  t.is((await take()).status, 200, "whose tickets are wrong deletes them");
});

test("a waiting ticket is deleted by its owner only, and with it all that is sent to it (rules/storage 34)", async (t) => {
  const [person, other] = [await signUp(kiln.url), await signUp(kiln.url)];
  const begun = (await ticket({ contentType: "image/png", sizeBytes: 10 }, person)).body;
  const put = () =>
    fetch(begun.uploadUrl, {
      method: "PUT",
      headers: { "content-type": "image/png" },
      body: new Uint8Array(10),
    });
  t.is((await put()).status, 200);
  t.is((await other.api.delete(`/v1/storage/${begun.storageId}`)).status, 404);
  t.is((await person.api.get(`/v1/storage/${begun.storageId}`)).status, 404, "it is no object yet");
  t.is((await person.api.delete(`/v1/storage/${begun.storageId}`)).status, 200);
  t.is(await kiln.host.storage.stat(begun.storageId), null);
  t.is((await put()).status, 404);
  t.is((await person.api.post(`/v1/uploads/${begun.storageId}/commit`)).status, 404);
  t.is((await person.api.delete(`/v1/storage/${begun.storageId}`)).status, 404);
  t.is((await person.api.get("/v1/storage/usage")).body.totalBytes, 0);
});

test("a file that a run is about to keep is no ticket, and cannot be deleted (rules/storage 34)", async (t) => {
  const person = await signUp(kiln.url);
  const about = { contentType: "image/png", state: "staged", origin: "generated" } as const;
  const id = await insertObject(kiln, person.id, about);
  t.is((await person.api.delete(`/v1/storage/${id}`)).status, 404);
});

test("whichever step of a commit a deletion meets, the ticket or the object goes with its bytes (rules/storage 34)", async (t) => {
  const person = await signUp(kiln.url);
  for (let round = 0; round < 12; round += 1) {
    const { storageId, uploadUrl } = (await ticket({ contentType: "image/png", sizeBytes: 10 }, person)).body;
    const headers = { "content-type": "image/png" };
    await fetch(uploadUrl, { method: "PUT", headers, body: new Uint8Array(10) });
    const [committed, deleted] = await Promise.all([
      person.api.post(`/v1/uploads/${storageId}/commit`),
      person.api.delete(`/v1/storage/${storageId}`),
    ]);
    t.true([200, 400, 404].includes(committed.status), String(committed.status));
    t.is(deleted.status, 200);
    t.is(await kiln.host.storage.stat(storageId), null);
  }
  t.is((await person.api.get("/v1/storage/usage")).body.totalBytes, 0);
});

test("uploads need the media scope: none is 401, another 403, read alone 403 (rules/identity 29 and 31)", async (t) => {
  const anonymous = new Client(kiln.url);
  t.is((await anonymous.post("/v1/uploads/ticket", { contentType: "image/png", sizeBytes: 1 })).status, 401);
  for (const scopes of [["generation:rw"], ["media:read"]]) {
    const key = await ann.session.post("/v1/api-keys", { name: "narrow", scopes });
    const narrow = anonymous.with({ authorization: `Bearer ${key.body.secret}` });
    const answer = await narrow.post("/v1/uploads/ticket", { contentType: "image/png", sizeBytes: 1 });
    t.is(answer.status, 403);
    t.is(answer.body.error.message, "This key needs the scope media:rw");
  }
  t.is(typeof (await upload(ann.api, "application/octet-stream", new Uint8Array([1]))), "string");
});

test("the quota is the tier's, in binary units: 5, 100 and 500 GB, and 1 TB (rules/storage 14)", async (t) => {
  const person = await signUp(kiln.url);
  for (const [tier, bytes] of [
    ["none", 5 * GB],
    ["standard", 100 * GB],
    ["pro", 500 * GB],
    ["max", 1024 * GB],
  ] as const) {
    await kiln.host.transact((tx) => tx.run("UPDATE balances SET tier = ? WHERE id = ?", [tier, person.id]));
    t.is((await person.api.get("/v1/storage/usage")).body.includedBytes, bytes, tier);
    await setUsage(kiln.host, person.id, bytes - 10);
    t.is(
      (await ticket({ contentType: "image/png", sizeBytes: 11 }, person)).body.error.code,
      "storage_limit",
    );
  }
});
