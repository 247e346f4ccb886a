import { randomBytes, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import test, { type ExecutionContext } from "ava";
import { checkStorageDriver } from "../../../plugins/kit/conformance/storage-driver.js";
import type { ObjectStoreDriver } from "../../../plugins/kit/object-store/object-store-driver.js";
import type { StorageDriver } from "../../../plugins/kit/storage-driver.js";
import gcsPlugin from "../../../plugins/storage/gcs/index.js";
import { openBucketDriver } from "../../helpers/open-bucket-driver.js";
import { serveGcs, type StandIn } from "../../stand-ins/gcs/serve-gcs.js";

const open = async (
  t: ExecutionContext,
  url = "gcs://media/kiln/",
): Promise<{ driver: StorageDriver; store: StandIn }> => {
  const store = await serveGcs();
  t.teardown(() => store.stop());
  const env = { GCS_ENDPOINT: store.url };
  return { driver: await openBucketDriver(gcsPlugin, url, env), store };
};
const HOUR_MS = 3600_000;

test("the GCS driver conforms, with a prefix and without one", async (t) => {
  for (const url of ["gcs://media/kiln/", "gcs://media"]) {
    const { driver, store } = await open(t, url);
    for (const { name, ok, detail } of await checkStorageDriver(driver)) t.true(ok, `${name}: ${detail}`);
    const left = [...store.objects.all.keys()].filter((name) => !name.includes("/spent/"));
    t.deepEqual(
      left.filter((name) => !name.includes("/incoming/")),
      [],
    );
  }
});

test("a long stream goes up whole, one that breaks leaves nothing", async (t) => {
  const { driver, store } = await open(t);
  const bytes = randomBytes(20 * 2 ** 20 + 5);
  const key = randomUUID();
  const pieces = function* () {
    for (let at = 0; at < bytes.length; at += 100_000) yield bytes.subarray(at, at + 100_000);
  };
  const { sizeBytes } = await driver.write(key, Readable.from(pieces()), { contentType: "video/mp4" });
  t.is(sizeBytes, bytes.length);
  const body = await driver.read(key);
  t.true((body === null ? Buffer.alloc(0) : await buffer(body)).equals(bytes));
  const brokenKey = randomUUID();
  const broken = Readable.from(
    (function* () {
      yield* pieces();
      throw new Error("the source broke");
    })(),
  );
  await t.throwsAsync(driver.write(brokenKey, broken, { contentType: "video/mp4" }), {
    message: "the source broke",
  });
  t.deepEqual([...store.objects.all.keys()], [`media/kiln/${key}`]);
});

test("what arrives at a spent ticket is never seen, and removed later", async (t) => {
  const { driver, store } = await open(t);
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
  await (driver as ObjectStoreDriver).clean(Date.now() + 72 * HOUR_MS);
  t.deepEqual([...store.objects.all.keys()], []);
});

test("a store that is away is an error, not a missing object", async (t) => {
  const { driver, store } = await open(t);
  await store.stop();
  await t.throwsAsync(driver.stat(randomUUID()));
  await t.throwsAsync(driver.read(randomUUID()));
});

test("STORAGE_URL without a bucket stops the start with a sentence", async (t) => {
  for (const url of ["gcs:///prefix", "gcs:bucket", "gcs://bucket?x=1"])
    await t.throwsAsync(openBucketDriver(gcsPlugin, url, {}), {
      message: /^STORAGE_URL must be gcs:\/\/bucket/,
    });
});

test("a key file that is not there stops the start with a sentence", async (t) => {
  const env = { GOOGLE_APPLICATION_CREDENTIALS: "/nowhere/account.json" };
  await t.throwsAsync(openBucketDriver(gcsPlugin, "gcs://media", env), {
    message: /^GOOGLE_APPLICATION_CREDENTIALS must be/,
  });
});
