import { randomUUID } from "node:crypto";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import anyTest, { type TestFn } from "ava";
import {
  ObjectDeleted,
  TicketOver,
  TicketSpent,
  UploadReplaced,
} from "../../../plugins/storage/disk/ended-uploads.js";
import { Folder } from "../../../plugins/storage/disk/folder.js";
import { NewestUploads } from "../../../plugins/storage/disk/newest-uploads.js";
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

/** A PUT that sends one half and then nothing until it is released. */
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

test("a PUT that is not whole when its ticket ends is cut, and says so (rules/storage 10 and 15)", async (t) => {
  const { answer } = halfPut(await ticket(t.context, 500));
  await until(async () => (await temporary(t.context)).length === 1);
  const cut = await answer;
  t.is(cut.status, 403);
  t.is(codeOf(cut), "forbidden");
  t.regex(messageOf(cut), /ended at \d{4}-.*before the file was whole/);
  t.deepEqual(await temporary(t.context), []);
  t.is(await t.context.disk.driver.stat(t.context.key), null);
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
  const hex = "0123456789abcdef";
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
