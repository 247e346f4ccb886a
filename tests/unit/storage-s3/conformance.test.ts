import { randomUUID } from "node:crypto";
import test, { type ExecutionContext } from "ava";
import type { FoundObject } from "../../../plugins/kit/object-store/object-store.js";
import { ObjectStoreDriver } from "../../../plugins/kit/object-store/object-store-driver.js";
import s3Plugin from "../../../plugins/storage/s3/index.js";
import {
  checkConformance,
  checkEncodedUpload,
  checkFreeName,
  checkIgnoredRange,
  checkLongStreams,
  checkSpentTicket,
  checkStoreAway,
} from "../../helpers/check-bucket-driver.js";
import { S3Store } from "../../../plugins/storage/s3/s3-store.js";
import { openBucketDriver } from "../../helpers/open-bucket-driver.js";
import { S3_SECRETS, serveS3 } from "../../stand-ins/s3/serve-s3.js";

async function serve(t: ExecutionContext) {
  const store = await serveS3();
  t.teardown(() => store.stop());
  const env = {
    S3_ENDPOINT: store.url,
    AWS_ACCESS_KEY_ID: S3_SECRETS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: S3_SECRETS.secretAccessKey,
  };
  return { store, env };
}

async function open(t: ExecutionContext, url = "s3://media/kiln/") {
  const { store, env } = await serve(t);
  return { driver: await openBucketDriver(s3Plugin, url, env), store };
}

test("the S3 driver conforms, with a prefix and without one (rules/models 36)", async (t) => {
  for (const url of ["s3://media/kiln/", "s3://media"]) await checkConformance(t, await open(t, url));
});

test("a stream of many parts goes up whole, one that breaks leaves no parts behind", async (t) => {
  const bucket = await open(t);
  const key = await checkLongStreams(t, bucket);
  t.is(bucket.store.openUploads(), 0);
  t.deepEqual([...bucket.store.objects.all.keys()], [`media/kiln/${key}`]);
});

test("what arrives at a spent ticket is never seen, and removed after two hours (rules/storage 15)", async (t) =>
  checkSpentTicket(t, await open(t)));

test("an upload with a Content-Encoding is not taken over, and its ticket takes another PUT (rules/storage 36)", async (t) =>
  checkEncodedUpload(t, await open(t)));

test("a store that gives other bytes than those of a range is an error (rules/storage 36)", async (t) =>
  checkIgnoredRange(t, await open(t)));

test("an upload that was taken over is not replaced by a newer one (rules/storage 10)", async (t) => {
  const { store, env } = await serve(t);
  const bucket = new S3Store("media", env, { copiesToFreeNames: true });
  t.teardown(() => bucket.close());
  await checkFreeName(t, bucket, store.objects);
});

/** A store in which something happens right before its first copy. */
class BeforeCopy extends S3Store {
  before = (): void => {};
  override copy(from: string, to: string, found: FoundObject): Promise<boolean> {
    this.before();
    this.before = () => {};
    return super.copy(from, to, found);
  }
}

test("an upload that a newer one replaces while it is taken over gives way to it (rules/storage 10)", async (t) => {
  const { store, env } = await serve(t);
  const bucket = new BeforeCopy("media", env);
  const driver = new ObjectStoreDriver(bucket, "");
  const key = randomUUID();
  store.objects.put(`media/incoming/${key}`, Buffer.from("old"), "video/mp4");
  bucket.before = () => void store.objects.put(`media/incoming/${key}`, Buffer.from("newer"), "video/mp4");
  t.is((await driver.stat(key))?.sizeBytes, 5);
});

test("headers of the same bytes that are sent again during the take-over are not taken along (rules/storage 36)", async (t) => {
  const { store, env } = await serve(t);
  const bucket = new BeforeCopy("media", env);
  const driver = new ObjectStoreDriver(bucket, "");
  const key = randomUUID();
  const send = (encoding: string) =>
    void store.objects.put(`media/incoming/${key}`, Buffer.from("bytes"), "video/mp4", encoding);
  send("");
  bucket.before = () => send("gzip");
  t.is((await driver.stat(key))?.sizeBytes, 5);
  const stored = store.objects.all.get(`media/${key}`);
  t.is(stored?.contentEncoding, "");
  t.is(stored?.contentType, "video/mp4");
});

test("credentials that end are warned of once, with the first link (rules/storage 17)", async (t) => {
  const { env } = await serve(t);
  for (const [token, expected] of [
    ["", 0],
    ["session", 1],
  ] as const) {
    const said: string[] = [];
    const warn = (message: string) => void said.push(message);
    const bucket = new S3Store("media", { ...env, AWS_SESSION_TOKEN: token }, { warn });
    const driver = new ObjectStoreDriver(bucket, "");
    const link = { contentType: "image/png", filename: null, expiresAt: Date.now() + 3600_000 };
    for (let links = 0; links < 2; links += 1) await driver.signGet(randomUUID(), link);
    t.is(said.length, expected);
    t.true(said.every((message) => message.includes("temporary")));
    await driver.close();
  }
});

test("an object that is deleted while its upload is taken over leaves no bytes (rules/storage 4)", async (t) => {
  const { store, env } = await serve(t);
  const key = randomUUID();
  class LateCopy extends S3Store {
    override async copy(from: string, to: string, found: FoundObject): Promise<boolean> {
      const copied = await super.copy(from, to, found);
      const made = store.objects.all.get(`media/${to}`);
      await driver.delete(key);
      if (made !== undefined) store.objects.all.set(`media/${to}`, made);
      return copied;
    }
  }
  const driver = new ObjectStoreDriver(new LateCopy("media", env), "");
  store.objects.put(`media/incoming/${key}`, Buffer.from("bytes"), "video/mp4");
  t.is(await driver.stat(key), null);
  t.deepEqual(
    [...store.objects.all.keys()].filter((name) => !name.includes("/spent/")),
    [],
  );
});

test("a store that is away is an error, not a missing object (rules/storage 31)", async (t) =>
  checkStoreAway(t, await open(t)));

test("STORAGE_URL without a bucket stops the start with a sentence (rules/running 1)", async (t) => {
  for (const url of ["s3:///prefix", "s3:bucket", "s3://bucket?x=1"])
    await t.throwsAsync(openBucketDriver(s3Plugin, url, {}), {
      message: /^STORAGE_URL must be s3:\/\/bucket/,
    });
});
