import anyTest, { type TestFn } from "ava";
import { randomBytes, randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { type OpenedDisk, openDiskDriver } from "../../helpers/open-disk-driver.js";
import { codeOf, type RawAnswer, rawRequest } from "../../helpers/raw-request.js";
import { until } from "../../helpers/until.js";

const test = anyTest as TestFn<{ disk: OpenedDisk; key: string }>;

test.beforeEach(async (t) => {
  t.context = { disk: await openDiskDriver(), key: randomUUID() };
});
test.afterEach.always((t) => t.context.disk.close());

const TYPE = "video/mp4";
const HOUR_MS = 3600_000;
const ticket = async ({ disk, key }: { disk: OpenedDisk; key: string }, maxBytes: number, lifeMs = HOUR_MS) =>
  (await disk.driver.signPut(key, { contentType: TYPE, maxBytes, expiresAt: Date.now() + lifeMs })).url;

const put = (url: string, body: Buffer, headers: Record<string, string> = {}): Promise<RawAnswer> =>
  rawRequest(url, {
    method: "PUT",
    headers: { "content-type": TYPE, "content-length": String(body.length), ...headers },
    pieces: [body],
  });

const pieces = function* (count: number, bytes = 65_536) {
  for (let index = 0; index < count; index += 1) yield Buffer.alloc(bytes, index);
};

const temporary = ({ disk }: { disk: OpenedDisk }) => readdir(join(disk.root, "tmp"));

test("a PUT of the ticket's size and type stores the bytes (rules/storage 10)", async (t) => {
  const body = randomBytes(3_000_000);
  const answer = await put(await ticket(t.context, body.length), body);
  t.is(answer.status, 200);
  const stored = await t.context.disk.driver.stat(t.context.key);
  t.is(stored?.sizeBytes, body.length);
  t.is(answer.headers.etag, stored?.etag);
  const read = await t.context.disk.driver.read(t.context.key);
  t.true(read !== null && (await buffer(read)).equals(body));
});

test("a PUT in chunks without a declared length is stored (rules/storage 10)", async (t) => {
  const url = await ticket(t.context, 20 * 65_536);
  const answer = await rawRequest(url, {
    method: "PUT",
    headers: { "content-type": TYPE },
    pieces: pieces(20),
  });
  t.is(answer.status, 200);
  t.is((await t.context.disk.driver.stat(t.context.key))?.sizeBytes, 20 * 65_536);
});

test("parameters of the content type do not matter, another type is 400 (rules/storage 10)", async (t) => {
  const url = await ticket(t.context, 100);
  for (const type of ["video/webm", "text/html", ""]) {
    const answer = await put(url, Buffer.from("x"), { "content-type": type });
    t.is(answer.status, 400, type);
    t.is(codeOf(answer), "invalid_params");
  }
  const none = await rawRequest(url, {
    method: "PUT",
    headers: { "content-length": "1" },
    pieces: [Buffer.from("x")],
  });
  t.is(none.status, 400);
  t.is((await put(url, Buffer.from("x"), { "content-type": "VIDEO/MP4; codecs=avc1" })).status, 200);
});

test("a PUT with a Content-Encoding is 400, and the address takes another (rules/storage 36)", async (t) => {
  const url = await ticket(t.context, 100);
  for (const encoding of ["gzip", "identity, br"]) {
    const answer = await put(url, Buffer.from("x"), { "content-encoding": encoding });
    t.is(answer.status, 400);
    t.is(codeOf(answer), "invalid_params");
  }
  t.is((await put(url, Buffer.from("x"), { "content-encoding": "identity" })).status, 200);
});

test("a declared length over the ticket's size is 413 before the body is read (rules/storage 10)", async (t) => {
  const url = await ticket(t.context, 1000);
  const answer = await put(url, Buffer.alloc(1001));
  t.is(answer.status, 413);
  t.is(codeOf(answer), "payload_too_large");
  t.deepEqual(await temporary(t.context), []);
  t.is((await put(url, Buffer.alloc(1000))).status, 200, "the ticket was not used up");
});

test("more chunks than the ticket's size are 413, and nothing is kept (rules/storage 10)", async (t) => {
  const url = await ticket(t.context, 10 * 65_536 - 1);
  const answer = await rawRequest(url, {
    method: "PUT",
    headers: { "content-type": TYPE },
    pieces: pieces(200),
  });
  t.is(answer.status, 413);
  t.is(codeOf(answer), "payload_too_large");
  t.is(await t.context.disk.driver.stat(t.context.key), null);
  t.deepEqual(await temporary(t.context), []);
});

test("an empty body is 400 and does not use up the ticket", async (t) => {
  const url = await ticket(t.context, 1000);
  t.is((await put(url, Buffer.alloc(0))).status, 400);
  t.is((await put(url, Buffer.from("x"))).status, 200);
});

test("a second PUT of the same ticket is 409; one of a deleted object is 404 (rules/storage 10 and 16)", async (t) => {
  const url = await ticket(t.context, 1000);
  t.is((await put(url, Buffer.from("first"))).status, 200);
  const second = await put(url, Buffer.from("other"));
  t.is(second.status, 409);
  t.is(codeOf(second), "conflict");
  await t.context.disk.driver.delete(t.context.key);
  const third = await put(url, Buffer.from("third"));
  t.is(third.status, 404);
  t.is(codeOf(third), "not_found");
  t.is(await t.context.disk.driver.stat(t.context.key), null);
});

test("an object that is deleted before its first PUT takes none", async (t) => {
  const url = await ticket(t.context, 1000);
  await t.context.disk.driver.delete(t.context.key);
  t.is((await put(url, Buffer.from("late"))).status, 404);
  t.is(await t.context.disk.driver.stat(t.context.key), null);
});

test("a PUT during which its object is deleted ends with 404 and leaves nothing (rules/storage 4)", async (t) => {
  const url = await ticket(t.context, 1_000_000);
  const { driver } = t.context.disk;
  const answer = await rawRequest(url, {
    method: "PUT",
    headers: { "content-type": TYPE },
    pieces: (async function* () {
      yield Buffer.alloc(500_000);
      await until(async () => (await temporary(t.context)).length === 1);
      await driver.delete(t.context.key);
      yield Buffer.alloc(500_000);
    })(),
  });
  t.is(answer.status, 404);
  t.is(await driver.stat(t.context.key), null);
  t.deepEqual(await temporary(t.context), []);
});

test("whichever step of a PUT a deletion meets, no bytes stay", async (t) => {
  const { driver } = t.context.disk;
  for (let round = 0; round < 40; round += 1) {
    const key = randomUUID();
    const url = await ticket({ disk: t.context.disk, key }, 1000);
    const [answer] = await Promise.all([
      put(url, Buffer.from("bytes")),
      sleep(Math.random() * 8).then(() => driver.delete(key)),
    ]);
    t.true([200, 404].includes(answer.status), String(answer.status));
    t.is(await driver.stat(key), null);
  }
});

test("of several PUTs at once one wins, the others are 409, and its bytes are whole (rules/storage 10)", async (t) => {
  const bodies = [1, 2, 3, 4].map((fill) => Buffer.alloc(1_000_000, fill));
  const url = await ticket(t.context, 1_000_000);
  const answers = await Promise.all(bodies.map((body) => put(url, body)));
  t.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409, 409]);
  const winner = bodies[answers.findIndex(({ status }) => status === 200)];
  const read = await t.context.disk.driver.read(t.context.key);
  t.true(read !== null && winner !== undefined && (await buffer(read)).equals(winner));
  t.deepEqual(await temporary(t.context), []);
});

test("an aborted upload leaves nothing and does not use up the ticket (rules/storage 10)", async (t) => {
  const url = await ticket(t.context, 10_000_000);
  const req = request(url, {
    method: "PUT",
    headers: { "content-type": TYPE, "content-length": "10000000" },
  });
  req.on("error", () => {});
  req.write(Buffer.alloc(2_000_000));
  while ((await temporary(t.context)).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  const closed = new Promise((resolve) => req.once("close", resolve));
  req.destroy();
  await closed;
  while ((await temporary(t.context)).length > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  t.is(await t.context.disk.driver.stat(t.context.key), null);
  t.is((await put(url, Buffer.from("again"))).status, 200);
});

test("an expired ticket and a changed one are 403 (rules/storage 16)", async (t) => {
  const late = await put(await ticket(t.context, 1000, -1), Buffer.from("x"));
  t.is(late.status, 403);
  t.is(codeOf(late), "forbidden");
  const url = await ticket(t.context, 1000);
  for (const changed of [
    url.replace("max=1000", "max=2000"),
    url.replace("video%2Fmp4", "text%2Fhtml"),
    url.replace(t.context.key, randomUUID()),
    url.replace(/expires=\d+/, "expires=9999999999999"),
    url.replace(/&sig=.*/, ""),
  ]) {
    const answer = await put(changed, Buffer.from("x"));
    t.is(answer.status, 403, changed);
    t.is(codeOf(answer), "forbidden");
  }
});

test("a read URL takes no PUT, an upload URL no GET (rules/storage 16)", async (t) => {
  const { disk, key } = t.context;
  const upload = await ticket(t.context, 1000);
  t.is((await put(upload, Buffer.from("x"))).status, 200);
  t.is((await rawRequest(upload)).status, 403);
  const read = await disk.driver.signGet(key, {
    contentType: TYPE,
    filename: null,
    expiresAt: Date.now() + HOUR_MS,
  });
  t.is((await put(read, Buffer.from("x"))).status, 403);
});
