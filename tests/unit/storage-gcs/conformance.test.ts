import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import test, { type ExecutionContext } from "ava";
import { GcsStore } from "../../../plugins/storage/gcs/gcs-store.js";
import gcsPlugin from "../../../plugins/storage/gcs/index.js";
import {
  checkConformance,
  checkEncodedUpload,
  checkFreeName,
  checkIgnoredRange,
  checkLongStreams,
  checkSpentTicket,
  checkStoreAway,
} from "../../helpers/check-bucket-driver.js";
import { openBucketDriver } from "../../helpers/open-bucket-driver.js";
import { serveGcs } from "../../stand-ins/gcs/serve-gcs.js";

async function open(t: ExecutionContext, url = "gcs://media/kiln/") {
  const store = await serveGcs();
  t.teardown(() => store.stop());
  const env = { GCS_ENDPOINT: store.url };
  return { driver: await openBucketDriver(gcsPlugin, url, env), store };
}

test("the GCS driver conforms, with a prefix and without one (rules/models 36)", async (t) => {
  for (const url of ["gcs://media/kiln/", "gcs://media"]) await checkConformance(t, await open(t, url));
});

test("a long stream goes up whole, one that breaks leaves nothing", async (t) => {
  const bucket = await open(t);
  const key = await checkLongStreams(t, bucket);
  t.deepEqual([...bucket.store.objects.all.keys()], [`media/kiln/${key}`]);
});

test("what arrives at a spent ticket is never seen, and removed after two hours (rules/storage 15)", async (t) =>
  checkSpentTicket(t, await open(t)));

test("an upload with a Content-Encoding is not taken over, and its ticket takes another PUT (rules/storage 36)", async (t) =>
  checkEncodedUpload(t, await open(t)));

test("a store that gives other bytes than those of a range is an error (rules/storage 36)", async (t) =>
  checkIgnoredRange(t, await open(t)));

test("an object that is stored as gzip is not read decompressed (rules/storage 36)", async (t) => {
  const { driver, store } = await open(t);
  const key = randomUUID();
  store.objects.put(`media/kiln/${key}`, gzipSync(Buffer.alloc(5000)), "image/png", "gzip");
  await t.throwsAsync(driver.read(key));
  await t.throwsAsync(driver.read(key, { start: 0, end: 9 }));
});

test("an upload that was taken over is not replaced by a newer one (rules/storage 10)", async (t) => {
  const { store } = await open(t);
  await checkFreeName(t, new GcsStore("media", { GCS_ENDPOINT: store.url }), store.objects);
});

test("a store that is away is an error, not a missing object (rules/storage 31)", async (t) =>
  checkStoreAway(t, await open(t)));

test("STORAGE_URL without a bucket stops the start with a sentence (rules/running 1)", async (t) => {
  for (const url of ["gcs:///prefix", "gcs:bucket", "gcs://bucket?x=1"])
    await t.throwsAsync(openBucketDriver(gcsPlugin, url, {}), {
      message: /^STORAGE_URL must be gcs:\/\/bucket/,
    });
});

test("a key file that is not there stops the start with a sentence (rules/running 1)", async (t) => {
  const env = { GOOGLE_APPLICATION_CREDENTIALS: "/nowhere/account.json" };
  await t.throwsAsync(openBucketDriver(gcsPlugin, "gcs://media", env), {
    message: /^GOOGLE_APPLICATION_CREDENTIALS must be/,
  });
});
