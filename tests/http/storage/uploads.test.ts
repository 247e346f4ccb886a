import { randomBytes, randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import test from "ava";
import { StorageObject } from "../../../entities/storage-object.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { codeOf, rawRequest } from "../../helpers/raw-request.js";
import { setUsage } from "../../helpers/set-usage.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";
import { upload } from "../../helpers/upload.js";

const GB = 2 ** 30;
const TYPE = "video/mp4";

let kiln: Kiln;
let ann: Person;
let bob: Person;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
  bob = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

interface Ticket {
  storageId: string;
  uploadUrl: string;
}
const ticketOf = async (sizeBytes: number, person = ann): Promise<Ticket> =>
  (await person.api.post("/v1/uploads/ticket", { contentType: TYPE, sizeBytes })).body as Ticket;
const commit = (storageId: string, person = ann) => person.api.post(`/v1/uploads/${storageId}/commit`);
const put = (url: string, body: Buffer, contentType = TYPE) =>
  rawRequest(url, {
    method: "PUT",
    headers: { "content-type": contentType, "content-length": String(body.length) },
    pieces: [body],
  });
const totalOf = async (person: Person) =>
  (await person.api.get("/v1/storage/usage")).body.totalBytes as number;

test("ticket, PUT without credentials, commit: the object is there with its size (rules/storage 1 and 10)", async (t) => {
  const body = randomBytes(100_000);
  const { storageId, uploadUrl } = await ticketOf(200_000);
  const stored = await put(uploadUrl, body);
  t.is(stored.status, 200);
  t.truthy(stored.headers["x-request-id"]);
  const committed = await commit(storageId);
  t.is(committed.status, 200);
  t.is(committed.body.storageId, storageId);
  t.is(committed.body.sizeBytes, body.length, "the size is re-read from storage");
  t.true(Buffer.from(await (await fetch(committed.body.url)).arrayBuffer()).equals(body));
});

test("a PUT of another type, of more bytes, declared or in chunks, or with a changed URL is refused (rules/storage 10)", async (t) => {
  const { storageId, uploadUrl } = await ticketOf(1000);
  const refusals = [
    { answer: await put(uploadUrl, Buffer.alloc(10), "image/png"), status: 400, code: "invalid_params" },
    { answer: await put(uploadUrl, Buffer.alloc(1001)), status: 413, code: "payload_too_large" },
    {
      answer: await rawRequest(uploadUrl, {
        method: "PUT",
        headers: { "content-type": TYPE },
        pieces: Array.from({ length: 100 }, () => Buffer.alloc(65_536)),
      }),
      status: 413,
      code: "payload_too_large",
    },
    {
      answer: await put(uploadUrl.replace("max=1000", "max=9999"), Buffer.alloc(10)),
      status: 403,
      code: "forbidden",
    },
  ];
  for (const { answer, status, code } of refusals) {
    t.is(answer.status, status);
    t.is(codeOf(answer), code);
  }
  t.is((await commit(storageId)).status, 400, "none of them left bytes");
  t.is((await put(uploadUrl, Buffer.alloc(1000))).status, 200);
  t.is((await put(uploadUrl, Buffer.alloc(1000))).status, 409);
});

test("a signed URL of a deleted object is 404, the upload's too (rules/storage 16)", async (t) => {
  const { storageId, uploadUrl } = await ticketOf(1000);
  t.is((await put(uploadUrl, Buffer.alloc(1000))).status, 200);
  const { body } = await commit(storageId);
  t.is((await ann.api.delete(`/v1/storage/${storageId}`)).status, 200);
  const read = await rawRequest(body.url as string);
  t.is(read.status, 404);
  t.is(codeOf(read), "not_found");
  const again = await put(uploadUrl, Buffer.alloc(1000));
  t.is(again.status, 404);
  t.is(codeOf(again), "not_found");
  t.is((await commit(storageId)).status, 404);
});

test("a PUT without a content type, or with one that is none, is invalid_params (rules/storage 10)", async (t) => {
  const { uploadUrl } = await ticketOf(1000);
  for (const type of [null, "", "nonsense", ";;"]) {
    const headers: Record<string, string> = type === null ? {} : { "content-type": type };
    const answer = await rawRequest(uploadUrl, { method: "PUT", headers, pieces: [Buffer.alloc(10)] });
    t.is(answer.status, 400);
    t.is(codeOf(answer), "invalid_params");
  }
});

test("an aborted PUT leaves nothing, and its ticket may be used again (rules/storage 10)", async (t) => {
  const { storageId, uploadUrl } = await ticketOf(10_000_000);
  const temporary = async () =>
    (await readdir(join(kiln.host.config.dataDir, "media", "tmp"))).filter((name) =>
      name.startsWith(storageId),
    );
  const req = request(uploadUrl, {
    method: "PUT",
    headers: { "content-type": TYPE, "content-length": "10000000" },
  });
  req.on("error", () => {});
  req.write(Buffer.alloc(2_000_000));
  await until(async () => (await temporary()).length === 1);
  req.destroy();
  await until(async () => (await temporary()).length === 0);
  t.is((await commit(storageId)).status, 400);
  t.is((await put(uploadUrl, Buffer.from("whole"))).status, 200);
  t.is((await commit(storageId)).status, 200);
});

test("a body over 32 MB is no JSON request: an upload takes it (rules/storage 10)", async (t) => {
  const sizeBytes = 33 * 2 ** 20;
  const { storageId, uploadUrl } = await ticketOf(sizeBytes);
  t.is((await put(uploadUrl, Buffer.alloc(sizeBytes))).status, 200);
  t.is((await commit(storageId)).body.sizeBytes, sizeBytes);
  await ann.api.delete(`/v1/storage/${storageId}`);
});

test("a commit without bytes is invalid_params and may be repeated after the PUT (rules/storage 11)", async (t) => {
  const { storageId, uploadUrl } = await ticketOf(10);
  const early = await commit(storageId);
  t.is(early.status, 400);
  t.is(early.body.error.code, "invalid_params");
  await put(uploadUrl, Buffer.from("x"));
  t.is((await commit(storageId)).status, 200);
});

test("a commit of an unknown, foreign, deleted or malformed id is not_found (rules/storage 12)", async (t) => {
  const { storageId, uploadUrl } = await ticketOf(10);
  await put(uploadUrl, Buffer.from("x"));
  for (const [id, person] of [
    [randomUUID(), ann],
    [storageId, bob],
    ["not-a-uuid", ann],
  ] as const) {
    const answer = await commit(id, person);
    t.is(answer.status, 404);
    t.is(answer.body.error.code, "not_found");
  }
  await commit(storageId);
  await ann.api.delete(`/v1/storage/${storageId}`);
  t.is((await commit(storageId)).status, 404);
});

test("a second commit answers 200 with the same body and counts nothing (rules/storage 12)", async (t) => {
  const person = await signUp(kiln.url);
  const { storageId, uploadUrl } = await ticketOf(1000, person);
  await put(uploadUrl, Buffer.alloc(700));
  const first = await commit(storageId, person);
  const second = await commit(storageId.toUpperCase(), person);
  t.is(second.status, 200);
  t.deepEqual(second.body, first.body);
  t.is(await totalOf(person), 700);
});

test("of many commits at once all answer 200 and the bytes are counted once (rules/storage 12)", async (t) => {
  const person = await signUp(kiln.url);
  const { storageId, uploadUrl } = await ticketOf(1000, person);
  await put(uploadUrl, Buffer.alloc(1000));
  const answers = await Promise.all(Array.from({ length: 8 }, () => commit(storageId, person)));
  t.true(answers.every(({ status }) => status === 200));
  t.is(await totalOf(person), 1000);
});

test("stored bytes over the ticket's size are removed and the commit is 413 (rules/storage 11)", async (t) => {
  const { storageId, uploadUrl } = await ticketOf(1000);
  await put(uploadUrl, Buffer.alloc(1000));
  // Stores whose own signed URLs cannot have a size limit let this happen.
  await kiln.host.transact((tx) => tx.update(StorageObject, { id: storageId }, { sizeBytes: 999 }));
  const answer = await commit(storageId);
  t.is(answer.status, 413);
  t.is(answer.body.error.code, "payload_too_large");
  t.is(await kiln.host.storage.stat(storageId), null);
  t.is((await commit(storageId)).status, 404);
});

test("a commit over the quota is storage_limit and stays possible once something is deleted (rules/storage 13)", async (t) => {
  const person = await signUp(kiln.url);
  const old = await upload(person.api, TYPE, Buffer.alloc(500));
  const { storageId, uploadUrl } = await ticketOf(400, person);
  await put(uploadUrl, Buffer.alloc(400));
  await setUsage(kiln.host, person.id, 5 * GB - 100);
  const answer = await commit(storageId, person);
  t.is(answer.status, 402);
  t.is(answer.body.error.code, "storage_limit");
  t.is(await totalOf(person), 5 * GB - 100);
  t.is((await person.api.delete(`/v1/storage/${old}`)).status, 200);
  t.is((await commit(storageId, person)).status, 200);
  t.is(await totalOf(person), 5 * GB - 100 - 500 + 400);
});

test("of two commits for the last place in the quota one wins (rules/storage 13)", async (t) => {
  const person = await signUp(kiln.url);
  const tickets = [await ticketOf(1000, person), await ticketOf(1000, person), await ticketOf(1000, person)];
  for (const { uploadUrl } of tickets) await put(uploadUrl, Buffer.alloc(1000));
  await setUsage(kiln.host, person.id, 5 * GB - 1500);
  const answers = await Promise.all(tickets.map(({ storageId }) => commit(storageId, person)));
  t.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 402, 402]);
  t.is(await totalOf(person), 5 * GB - 500);
});

test("a staged object is no object yet: not readable, not listed, not an input (rules/storage 1 and 2)", async (t) => {
  const person = await signUp(kiln.url);
  const { storageId, uploadUrl } = await ticketOf(10, person);
  await put(uploadUrl, Buffer.from("x"));
  t.is((await person.api.get(`/v1/storage/${storageId}`)).status, 404);
  t.is((await person.api.get(`/v1/storage/${storageId}/raw`)).status, 404);
  t.is((await person.api.get("/v1/storage/usage")).body.total, 0);
});
