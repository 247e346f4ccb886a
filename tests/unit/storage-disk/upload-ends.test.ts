import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { readdir, rename, unlink, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import anyTest, { type TestFn } from "ava";
import {
  ObjectDeleted,
  TicketOver,
  TicketSpent,
  UploadReplaced,
} from "../../../plugins/storage/disk/ended-uploads.js";
import { Folder } from "../../../plugins/storage/disk/folder.js";
import { NewestUploads } from "../../../plugins/storage/disk/newest-uploads.js";
import { isNewer, isUploadOf, nextUploadName } from "../../../plugins/storage/disk/upload-name.js";
import { watchUpload } from "../../../plugins/storage/disk/watch-upload.js";
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
const BYTES = 200_000;

const ticket = async ({ disk, key }: { disk: OpenedDisk; key: string }, lifeMs = HOUR_MS) =>
  (
    await disk.driver.signPut(key, {
      contentType: TYPE,
      maxBytes: 2 * BYTES,
      expiresAt: Date.now() + lifeMs,
    })
  ).url;

const temporary = ({ disk }: { disk: OpenedDisk }) => readdir(join(disk.root, "tmp"));

const messageOf = ({ body }: RawAnswer): string =>
  (JSON.parse(body.toString()) as { error: { message: string } }).error.message;

/** Begins a PUT that sends one half and then nothing until it is released. */
function halfPut(url: string): { answer: Promise<RawAnswer>; release(): void } {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const answer = rawRequest(url, {
    method: "PUT",
    headers: { "content-type": TYPE },
    pieces: (async function* () {
      yield Buffer.alloc(BYTES);
      await released;
      yield Buffer.alloc(BYTES);
    })(),
  });
  return { answer, release };
}

/** Begins a PUT that is admitted and sends no byte. Returns a function that ends the connection. */
async function silentPut(url: string): Promise<() => void> {
  const req = request(url, {
    method: "PUT",
    headers: { "content-type": TYPE, "content-length": "10", expect: "100-continue" },
    agent: false,
  });
  req.on("error", () => {});
  req.flushHeaders();
  await once(req, "continue");
  return () => req.destroy();
}

test("a PUT that is not whole when its ticket ends is cut, and says so (rules/storage 10 and 15)", async (t) => {
  const { answer } = halfPut(await ticket(t.context, 3000));
  // On a busy machine the ticket may end before its file is seen.
  await Promise.race([until(async () => (await temporary(t.context)).length === 1), answer]);
  const cut = await answer;
  t.is(cut.status, 403);
  t.is(codeOf(cut), "forbidden");
  t.regex(messageOf(cut), /ended at \d{4}-.*before the file was whole/);
  t.deepEqual(await temporary(t.context), []);
  t.is(await t.context.disk.driver.stat(t.context.key), null);
});

test("a PUT of a few bytes that is cut ends its connection, on which the rest of its body would follow (rules/edge 43)", async (t) => {
  const url = await ticket(t.context);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const headers = { "content-type": TYPE };
  const answer = rawRequest(url, {
    method: "PUT",
    headers: { ...headers, "content-length": "50000", connection: "keep-alive" },
    pieces: (async function* () {
      yield Buffer.alloc(100);
      await released;
    })(),
  });
  await until(async () => (await temporary(t.context)).length === 1);
  const whole = await rawRequest(url, { method: "PUT", headers, pieces: [Buffer.alloc(50_000)] });
  t.is(whole.status, 200);
  const cut = await answer;
  release();
  t.like(cut, { status: 409, headers: { connection: "close" } });
});

test("an upload that is whole after its ticket has ended is not put in its place (rules/storage 15)", async (t) => {
  const { disk, key } = t.context;
  const folder = new Folder(disk.root);
  const { path, handle } = await folder.openUpload(key, new AbortController().signal);
  await handle.close();
  await t.throwsAsync(folder.placeOnce(path, key, Date.now() - 1), { instanceOf: TicketOver });
  t.is(await disk.driver.stat(key), null);
  t.deepEqual(await readdir(folder.spent), []);
});

test("a newer PUT of a ticket cuts those that are under way, so that one file is written (rules/storage 10)", async (t) => {
  const url = await ticket(t.context);
  const answered: RawAnswer[] = [];
  const first = Array.from({ length: 12 }, () => halfPut(url).answer.then((answer) => answered.push(answer)));
  await until(async () => answered.length === 11);
  t.is((await temporary(t.context)).length, 1);
  const last = halfPut(url);
  await Promise.all(first);
  t.deepEqual(new Set(answered.map(({ status }) => status)), new Set([409]));
  for (const answer of answered) t.regex(messageOf(answer), /Another PUT to this upload URL began/);
  last.release();
  t.is((await last.answer).status, 200);
  t.is((await t.context.disk.driver.stat(t.context.key))?.sizeBytes, 2 * BYTES);
  t.deepEqual(await temporary(t.context), []);
});

test("a PUT at another process cuts one that is under way here (rules/storage 10)", async (t) => {
  const { disk, key } = t.context;
  const other = await openDiskDriver(disk);
  t.teardown(() => other.close());
  const url = await ticket(t.context);
  const here = halfPut(url);
  await until(async () => (await temporary(t.context)).length === 1);
  const there = halfPut(url.replace(disk.baseUrl, other.baseUrl));
  const cut = await here.answer;
  t.is(cut.status, 409);
  t.regex(messageOf(cut), /Another PUT/);
  t.is((await temporary(t.context)).length, 1);
  there.release();
  t.is((await there.answer).status, 200);
  t.is((await disk.driver.stat(key))?.sizeBytes, 2 * BYTES);
});

test("a PUT under way ends when its object is deleted, here or by another process (rules/storage 4)", async (t) => {
  const { disk, key } = t.context;
  const other = await openDiskDriver(disk);
  t.teardown(() => other.close());
  const { answer } = halfPut(await ticket(t.context));
  await until(async () => (await temporary(t.context)).length === 1);
  await other.driver.delete(key);
  t.deepEqual(await temporary(t.context), [], "its bytes go at once");
  t.is((await answer).status, 404);
  t.is(await disk.driver.stat(key), null);
});

test("a new upload and a placed one remove the files of the key's other uploads, and no other file", async (t) => {
  const { disk, key } = t.context;
  const folder = new Folder(disk.root);
  const hex = "0123456789abcdef0123456789ab";
  const uploads = [`${key}.${hex}.put`];
  const others = [`${key}.${hex}`, `${key}.thumb.${hex}`, `${randomUUID()}.${hex}.put`];
  const write = () =>
    Promise.all([...uploads, ...others].map((name) => writeFile(join(folder.temporary, name), "x")));
  await write();
  const { path, handle } = await folder.openUpload(key, new AbortController().signal);
  await handle.close();
  t.deepEqual(
    (await temporary(t.context)).filter((name) => !path.endsWith(name)).toSorted(),
    others.toSorted(),
  );
  await write();
  await folder.placeOnce(path, key, Date.now() + HOUR_MS);
  t.deepEqual((await temporary(t.context)).toSorted(), others.toSorted());
  t.is((await disk.driver.stat(key))?.sizeBytes, 0);
});

test("an upload that was cut removes nothing of the one that cut it", async (t) => {
  const { disk, key } = t.context;
  const folder = new Folder(disk.root);
  const { path, handle } = await folder.openUpload(key, new AbortController().signal);
  await handle.close();
  const cut = AbortSignal.abort(new UploadReplaced());
  await t.throwsAsync(folder.openUpload(key, cut), { instanceOf: UploadReplaced });
  t.deepEqual(await temporary(t.context), [path.slice(folder.temporary.length + 1)]);
});

test("no file is opened for a ticket that was used up or deleted after its PUT was let in (rules/storage 4)", async (t) => {
  const { disk, key } = t.context;
  const folder = new Folder(disk.root);
  const { signal } = new AbortController();
  const { path, handle } = await folder.openUpload(key, signal);
  await handle.close();
  await folder.placeOnce(path, key, Date.now() + HOUR_MS);
  await t.throwsAsync(folder.openUpload(key, signal), { instanceOf: TicketSpent });
  await disk.driver.delete(key);
  await t.throwsAsync(folder.openUpload(key, signal), { instanceOf: ObjectDeleted });
  t.deepEqual(await temporary(t.context), []);
});

test("of PUTs that begin at two processes at once one is stored, and the others are refused (rules/storage 10)", async (t) => {
  const { disk } = t.context;
  const other = await openDiskDriver(disk);
  t.teardown(() => other.close());
  for (let round = 0; round < 150; round += 1) {
    const key = randomUUID();
    const url = await ticket({ disk, key });
    const urls = [url, url.replace(disk.baseUrl, other.baseUrl)];
    const pieces = [Buffer.from("one half,"), Buffer.from(" the other")];
    const answers = await Promise.all(
      urls.map((each) => rawRequest(each, { method: "PUT", headers: { "content-type": TYPE }, pieces })),
    );
    t.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409]);
    t.is((await disk.driver.stat(key))?.sizeBytes, 19);
  }
  t.deepEqual(await temporary(t.context), []);
});

test("an upload beside a newer one of its key ends, and leaves the newer one's file (rules/storage 10)", async (t) => {
  const { disk, key } = t.context;
  const folder = new Folder(disk.root);
  const newer = `${key}.0000${"f".repeat(24)}.put`;
  // Another process opens it when this one has looked what is there.
  const signal = {
    throwIfAborted: () => writeFileSync(join(folder.temporary, newer), "x"),
  } as unknown as AbortSignal;
  await t.throwsAsync(folder.openUpload(key, signal), { instanceOf: UploadReplaced });
  t.deepEqual(await temporary(t.context), [newer]);
});

test("what a dead process left takes no place from a later PUT, however far ahead its clock was (rules/storage 10)", async (t) => {
  const { disk, key } = t.context;
  const ahead = (Date.now() + 20 * HOUR_MS).toString(16).padStart(12, "0");
  // Files of versions before this one have a time in their name, or no number at all.
  for (const left of [`${ahead}${"f".repeat(16)}`, "f".repeat(16)]) {
    await writeFile(join(disk.root, "tmp", `${key}.${left}.put`), "x");
    const answer = halfPut(await ticket(t.context));
    await until(async () => (await temporary(t.context)).some((name) => !name.includes(left)));
    answer.release();
    t.is((await answer.answer).status, 200);
    t.is((await disk.driver.stat(key))?.sizeBytes, 2 * BYTES);
    t.deepEqual(await temporary(t.context), []);
    await unlink(join(disk.root, "spent", key));
  }
});

test("an upload has a name above those that are there", (t) => {
  const { key } = t.context;
  const names: string[] = [];
  for (let count = 0; count < 300; count += 1) names.push(nextUploadName(key, names));
  t.deepEqual(names, names.toSorted());
  t.true(names.every((name) => isUploadOf(key, name)));
  t.true(names.every((name, at) => at === 0 || isNewer(key, name, names[at - 1] ?? "")));
});

test("PUTs that send nothing take no place and hold no file, and leave a good upload alone (rules/storage 10)", async (t) => {
  const { disk, key } = t.context;
  const other = await openDiskDriver(disk);
  t.teardown(() => other.close());
  const url = await ticket(t.context);
  const good = halfPut(url);
  await until(async () => (await temporary(t.context)).length === 1);
  const [file] = await temporary(t.context);
  const silent = await Promise.all(
    [disk, other, disk].map((at) => silentPut(url.replace(disk.baseUrl, at.baseUrl))),
  );
  t.deepEqual(await temporary(t.context), [file]);
  const empty = await rawRequest(url, { method: "PUT", headers: { "content-type": TYPE } });
  t.is(empty.status, 400);
  t.deepEqual(await temporary(t.context), [file]);
  silent.forEach((leave) => leave());
  good.release();
  t.is((await good.answer).status, 200);
  t.is((await disk.driver.stat(key))?.sizeBytes, 2 * BYTES);
});

test("a PUT that has sent nothing ends with its ticket, and with its object (rules/storage 4 and 15)", async (t) => {
  const { disk, key } = t.context;
  const silentAnswer = async (url: string) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    t.teardown(release);
    return rawRequest(url, {
      method: "PUT",
      headers: { "content-type": TYPE, "content-length": "10" },
      pieces: (async function* () {
        yield Buffer.alloc(0);
        await released;
      })(),
    });
  };
  const late = await silentAnswer(await ticket(t.context, 1000));
  t.is(late.status, 403);
  t.regex(messageOf(late), /end/);
  const answer = silentAnswer(await ticket(t.context));
  await disk.driver.delete(key);
  t.is((await answer).status, 404);
});

test("a look at the folder that fails ends no upload (rules/storage 10)", async (t) => {
  const { disk, key } = t.context;
  const { answer, release } = halfPut(await ticket(t.context));
  await until(async () => (await temporary(t.context)).length === 1);
  const folder = new Folder(disk.root);
  // The look fails with ENOTDIR until the folder is back.
  await rename(folder.temporary, join(disk.root, "moved"));
  await writeFile(folder.temporary, "");
  await sleep(2200);
  await unlink(folder.temporary);
  await rename(join(disk.root, "moved"), folder.temporary);
  release();
  t.is((await answer).status, 200);
  t.is((await disk.driver.stat(key))?.sizeBytes, 2 * BYTES);
});

test("looks do not pile up, and of what they throw only an end of the upload ends it", async (t) => {
  let [running, most, looks] = [0, 0, 0];
  const check = async () => {
    looks += 1;
    running += 1;
    most = Math.max(most, running);
    // The first look hangs while several more would begin.
    if (looks === 1) await sleep(2500);
    running -= 1;
    throw looks === 1 ? new Error("EMFILE: too many open files") : new TicketSpent();
  };
  const { promise: ended, resolve: end } = Promise.withResolvers<unknown>();
  const stop = watchUpload({ expiresAt: Date.now() + HOUR_MS, check }, end, () => false);
  t.true((await ended) instanceof TicketSpent);
  stop();
  t.deepEqual([most, looks], [1, 2]);
});

test("of the uploads of a key that a process receives the newest counts", async (t) => {
  const uploads = new NewestUploads();
  const seen: AbortSignal[] = [];
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const run = (key: string) =>
    uploads.run(key, async (signal) => {
      seen.push(signal);
      await ended;
    });
  const running = ["a", "b", "a"].map(run);
  t.deepEqual(
    seen.map(({ aborted }) => aborted),
    [true, false, false],
  );
  t.true(seen[0]?.reason instanceof UploadReplaced);
  end();
  await Promise.all(running);
});
