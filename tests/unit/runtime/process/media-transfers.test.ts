import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import test, { type ExecutionContext } from "ava";
import fc from "fast-check";
import { TooManyBytes } from "../../../../plugins/kit/storage-driver.js";
import { MediaTransfers } from "../../../../runtime/process/media-transfer/media-transfers.js";
import { linkHere } from "../../../../runtime/process/media-transfer/transfer-link.js";
import { TransferError } from "../../../../runtime/process/media-transfer/transfer.js";
import {
  ANY_NETWORK,
  GuardedFetchError,
  PUBLIC_NETWORK,
} from "../../../../runtime/http/guarded-fetch/index.js";
import { type OpenedDisk, openDiskDriver } from "../../../helpers/open-disk-driver.js";
import { type Origin, sendBytes, serveOrigin } from "../../../helpers/serve-origin.js";
import { until } from "../../../helpers/until.js";

const MB = 2 ** 20;
const OPTIONS = { contentType: "image/png", maxBytes: 100 * MB };
const NEVER = new AbortController().signal;
/** Number of cases, each of which carries up to 30 MB. */
const numRuns = Math.min(Math.ceil(Number(process.env.KILN_RUNS ?? 100) / 16), 500);

async function open(
  t: ExecutionContext,
  answer: Parameters<typeof serveOrigin>[0],
  policy = ANY_NETWORK,
): Promise<{ mediaTransfers: MediaTransfers; disk: OpenedDisk; origin: Origin }> {
  const [disk, origin] = [await openDiskDriver(), await serveOrigin(answer)];
  t.teardown(() => origin.stop().then(() => disk.close()));
  return { mediaTransfers: new MediaTransfers(linkHere(disk.driver, policy)), disk, origin };
}

const temporary = (disk: OpenedDisk) => readdir(join(disk.root, "tmp"));

test("what arrives in pieces of any size, declared or not, is kept byte for byte, and copied out so", async (t) => {
  let pieces: Buffer[] = [];
  let isDeclared = false;
  const { mediaTransfers, disk, origin } = await open(t, (_req, res) => {
    const length = pieces.reduce((sum, each) => sum + each.length, 0);
    res.writeHead(200, { "content-type": "image/png", ...(isDeclared && { "content-length": length }) });
    for (const each of pieces) res.write(each);
    res.end();
  });
  const sizes = fc.array(fc.integer({ min: 1, max: 300_000 }), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(sizes, fc.boolean(), async (lengths, declared) => {
      [pieces, isDeclared] = [lengths.map((length) => randomBytes(length)), declared];
      const whole = Buffer.concat(pieces);
      const opened = await mediaTransfers.fetch(origin.url, NEVER);
      t.is(opened.status, 200);
      t.is(opened.contentLength, declared ? String(whole.length) : undefined);
      t.is(await opened.keep("a", OPTIONS, async () => {}), whole.length);
      const body = await disk.driver.read("a");
      t.true(body !== null && (await buffer(body)).equals(whole));
      t.true(await mediaTransfers.copyOut("a", join(disk.root, "copy"), NEVER));
      t.true((await readFile(join(disk.root, "copy"))).equals(whole));
    }),
    { numRuns },
  );
  t.false(await mediaTransfers.copyOut("missing", join(disk.root, "copy"), NEVER));
});

test("the guard stands where the connection is made: without leave nothing private is reached (rules/running 28)", async (t) => {
  const { mediaTransfers, origin } = await open(t, (_req, res) => res.end("secret"), PUBLIC_NETWORK);
  for (const url of [origin.url, origin.url.replace("http:", "https:"), "https://localhost:8443/a.png"]) {
    const error = await t.throwsAsync(mediaTransfers.fetch(url, NEVER), { instanceOf: GuardedFetchError });
    t.is(error.reason, "refused", url);
  }
  t.deepEqual(origin.seen, []);
});

test("an address that breaks off, sends too much, or does not suit the check leaves nothing", async (t) => {
  const { mediaTransfers, disk, origin } = await open(t, (req, res) => {
    if (req.url !== "/broken") return sendBytes(res, 80 * MB);
    res.writeHead(200, { "content-length": 100_000 }).write(Buffer.alloc(50_000));
    return setTimeout(() => res.destroy(), 20);
  });
  const broken = await mediaTransfers.fetch(`${origin.url}/broken`, NEVER);
  const failed = await t.throwsAsync(
    broken.keep("a", OPTIONS, async () => {}),
    { instanceOf: TransferError },
  );
  t.is(failed.kind, "brokeOff");
  const large = await mediaTransfers.fetch(origin.url, NEVER);
  await t.throwsAsync(
    large.keep("a", { ...OPTIONS, maxBytes: MB }, async () => {}),
    { instanceOf: TooManyBytes },
  );
  const checked = await mediaTransfers.fetch(origin.url, NEVER);
  await t.throwsAsync(
    checked.keep("a", OPTIONS, () => Promise.reject(new Error("no room"))),
    { message: "no room" },
  );
  t.is(await disk.driver.stat("a"), null);
  t.deepEqual(await temporary(disk), []);
  await until(async () => origin.open() === 0);
});

test("a transfer that is canceled at any moment rejects with the reason, and leaves neither parts nor a connection", async (t) => {
  const { mediaTransfers, disk, origin } = await open(t, (_req, res) => sendBytes(res, 30 * MB));
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 30 }), async (ms) => {
      const controller = new AbortController();
      const reason = new Error("the caller left");
      setTimeout(() => controller.abort(reason), ms);
      const work = mediaTransfers
        .fetch(origin.url, controller.signal)
        .then((opened) => opened.keep("a", OPTIONS, async () => {}));
      const thrown: unknown = await work.then(
        () => null,
        (error: unknown) => error,
      );
      // The transfer may have ended before the cancellation; then the caller removes a whole file.
      if (thrown !== null) t.is(thrown, reason);
      const stored = await disk.driver.stat("a");
      if (stored !== null) t.is(stored.sizeBytes, 30 * MB);
      await disk.driver.delete("a");
      t.deepEqual(await temporary(disk), []);
      await until(async () => origin.open() === 0);
    }),
    { numRuns },
  );
});

test("an answer that nobody wants is let go, and a store that fails is not the address's fault", async (t) => {
  const { mediaTransfers, disk, origin } = await open(t, (_req, res) => sendBytes(res, 30 * MB));
  (await mediaTransfers.fetch(origin.url, NEVER)).drop();
  await until(async () => origin.open() === 0);
  const opened = await mediaTransfers.fetch(origin.url, NEVER);
  const failed = await t.throwsAsync(
    opened.keep("../no key", OPTIONS, async () => {}),
    { instanceOf: TransferError },
  );
  t.is(failed.kind, "store");
  t.deepEqual(await temporary(disk), []);
});
