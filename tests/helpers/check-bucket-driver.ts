import { randomBytes, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import type { ExecutionContext } from "ava";
import { checkStorageDriver } from "../../plugins/kit/conformance/storage-driver.js";
import type { ObjectStoreDriver } from "../../plugins/kit/object-store/object-store-driver.js";
import type { ObjectStore } from "../../plugins/kit/object-store/object-store.js";
import { EncodedUpload, type StorageDriver } from "../../plugins/kit/storage-driver.js";
import type { Objects } from "../stand-ins/buckets.js";

/** Storage driver, with the stand-in of the store that it writes to. */
export interface OpenBucket {
  driver: StorageDriver;
  store: { objects: Objects; stop(): Promise<void> };
}

const HOUR_MS = 3600_000;

/** Runs the conformance suite of the kit. Afterwards the store holds only objects that wait for their clean-up. */
export async function checkConformance(t: ExecutionContext, { driver, store }: OpenBucket): Promise<void> {
  for (const { name, ok, detail } of await checkStorageDriver(driver)) t.true(ok, `${name}: ${detail}`);
  const left = [...store.objects.all.keys()];
  t.deepEqual(
    left.filter((name) => !name.includes("/spent/") && !name.includes("/incoming/")),
    [],
  );
}

/** Writes 20 MB, and another 20 MB whose stream breaks off at its end. Returns the key of the first object. */
export async function checkLongStreams(t: ExecutionContext, { driver }: OpenBucket): Promise<string> {
  const bytes = randomBytes(20 * 2 ** 20 + 5);
  const key = randomUUID();
  const pieces = function* () {
    for (let at = 0; at < bytes.length; at += 100_000) yield bytes.subarray(at, at + 100_000);
  };
  const { sizeBytes } = await driver.write(key, Readable.from(pieces()), { contentType: "video/mp4" });
  t.is(sizeBytes, bytes.length);
  const body = await driver.read(key);
  t.true((body === null ? Buffer.alloc(0) : await buffer(body)).equals(bytes));
  const broken = Readable.from(
    (function* () {
      yield* pieces();
      throw new Error("the source broke");
    })(),
  );
  await t.throwsAsync(driver.write(randomUUID(), broken, { contentType: "video/mp4" }), {
    message: "the source broke",
  });
  return key;
}

/**
 * Uploads to a signed URL once, and again after the object was taken over and after it was deleted. Checks the clean-up at its
 * time limits.
 */
export async function checkSpentTicket(t: ExecutionContext, { driver, store }: OpenBucket): Promise<void> {
  const key = randomUUID();
  const { url } = await driver.signPut(key, {
    contentType: "image/png",
    maxBytes: 3,
    expiresAt: Date.now() + HOUR_MS,
  });
  const put = async (body: string) =>
    (await fetch(url, { method: "PUT", body, headers: { "content-type": "image/png" } })).status;
  t.is(await put("one"), 200);
  t.is((await driver.stat(key))?.sizeBytes, 3);
  await put("two");
  const body = await driver.read(key);
  t.is(body === null ? null : (await buffer(body)).toString(), "one");
  await driver.delete(key);
  await put("six");
  t.is(await driver.stat(key), null);
  t.is(await driver.read(key), null);
  const names = () => [...store.objects.all.keys()].map((name) => name.split("/").at(-2));
  const clean = (hours: number) => (driver as ObjectStoreDriver).clean(Date.now() + hours * HOUR_MS);
  await clean(1.98);
  t.true(names().includes("incoming"), "tickets live an hour, and some PUTs are slow");
  await clean(2.02);
  t.deepEqual(new Set(names()), new Set(["spent"]), "no longer than two hours");
  await clean(47);
  t.deepEqual(new Set(names()), new Set(["spent"]));
  await clean(49);
  t.deepEqual(names(), []);
}

/** Uploads with `Content-Encoding: gzip`, which no signature covers, and then without it at the same address. */
export async function checkEncodedUpload(t: ExecutionContext, { driver, store }: OpenBucket): Promise<void> {
  const key = randomUUID();
  const bytes = gzipSync(Buffer.alloc(5000));
  const contentType = "image/png";
  const expiresAt = Date.now() + HOUR_MS;
  const { url } = await driver.signPut(key, { contentType, maxBytes: bytes.length, expiresAt });
  const put = async (headers: Record<string, string>) =>
    (await fetch(url, { method: "PUT", body: bytes, headers: { "content-type": contentType, ...headers } }))
      .status;
  t.is(await put({ "content-encoding": "gzip" }), 200);
  await t.throwsAsync(driver.stat(key), { instanceOf: EncodedUpload });
  await t.throwsAsync(driver.read(key), { instanceOf: EncodedUpload });
  t.false([...store.objects.all.keys()].some((name) => name.endsWith(`/kiln/${key}`)));
  t.is(await put({ "content-encoding": "identity" }), 200);
  t.is((await driver.stat(key))?.sizeBytes, bytes.length);
  const body = await driver.read(key, { start: 0, end: 9 });
  t.true(body !== null && (await buffer(body)).equals(bytes.subarray(0, 10)));
}

export async function checkIgnoredRange(t: ExecutionContext, { driver, store }: OpenBucket): Promise<void> {
  const key = randomUUID();
  await driver.write(key, Readable.from([Buffer.from("0123456789")]), { contentType: "image/png" });
  store.objects.ignoresRanges = true;
  await t.throwsAsync(driver.read(key, { start: 2, end: 3 }));
  const body = await driver.read(key);
  t.is(body === null ? null : (await buffer(body)).toString(), "0123456789");
}

/** Copies an upload, and then a newer one of the same address to the same place. */
export async function checkFreeName(
  t: ExecutionContext,
  bucket: ObjectStore,
  objects: Objects,
): Promise<void> {
  const copy = async (bytes: string) => {
    objects.put("media/incoming/a", Buffer.from(bytes), "image/png");
    const found = await bucket.head("incoming/a");
    return found !== null && (await bucket.copy("incoming/a", "a", found));
  };
  t.true(await copy("first"));
  t.false(await copy("newer"));
  t.is(objects.all.get("media/a")?.bytes.toString(), "first");
}

export async function checkStoreAway(t: ExecutionContext, { driver, store }: OpenBucket): Promise<void> {
  await store.stop();
  await t.throwsAsync(driver.stat(randomUUID()));
  await t.throwsAsync(driver.read(randomUUID()));
}
