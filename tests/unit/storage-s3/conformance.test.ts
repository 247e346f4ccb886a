import { randomUUID } from "node:crypto";
import test, { type ExecutionContext } from "ava";
import { ObjectStoreDriver } from "../../../plugins/kit/object-store/object-store-driver.js";
import s3Plugin from "../../../plugins/storage/s3/index.js";
import {
  checkConformance,
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

test("an object that is deleted while its upload is taken over leaves no bytes (rules/storage 4)", async (t) => {
  const { store, env } = await serve(t);
  const key = randomUUID();
  class LateCopy extends S3Store {
    override async copy(from: string, to: string, etag: string): Promise<boolean> {
      const copied = await super.copy(from, to, etag);
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
