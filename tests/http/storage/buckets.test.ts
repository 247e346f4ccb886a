import { randomBytes } from "node:crypto";
import test from "ava";
import sharp from "sharp";
import { signUp } from "../../helpers/client.js";
import { rawRequest } from "../../helpers/raw-request.js";
import { serveOrigin } from "../../helpers/serve-origin.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";
import { upload } from "../../helpers/upload.js";
import type { Objects } from "../../stand-ins/buckets.js";
import { serveGcs } from "../../stand-ins/gcs/serve-gcs.js";
import { S3_SECRETS, serveS3 } from "../../stand-ins/s3/serve-s3.js";

interface Bucket {
  name: string;
  open(): Promise<{ objects: Objects; env: Record<string, string>; stop(): Promise<void> }>;
}

const BUCKETS: readonly Bucket[] = [
  {
    name: "s3",
    async open() {
      const { url, objects, stop } = await serveS3();
      const { accessKeyId, secretAccessKey } = S3_SECRETS;
      const keys = { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
      return { objects, stop, env: { STORAGE_URL: "s3://media/kiln", S3_ENDPOINT: url, ...keys } };
    },
  },
  {
    name: "gcs",
    async open() {
      const { url, objects, stop } = await serveGcs();
      return { objects, stop, env: { STORAGE_URL: "gcs://media/kiln", GCS_ENDPOINT: url } };
    },
  },
];

for (const bucket of BUCKETS) {
  test(`with STORAGE_URL=${bucket.name}:// media are uploaded, read, imported, published and deleted in the bucket (rules/storage 16 and 18)`, async (t) => {
    const store = await bucket.open();
    const kiln = await startKiln({ ...store.env, ALLOW_PRIVATE_NETWORK: "1" });
    t.teardown(async () => {
      await kiln.stop();
      await store.stop();
    });
    const { api } = await signUp(kiln.url);
    const png = await sharp(randomBytes(300 * 200 * 3), { raw: { width: 300, height: 200, channels: 3 } })
      .png()
      .toBuffer();
    const id = await upload(api, "image/png", png, "a b.png");
    const { object } = (await api.get(`/v1/storage/${id}`)).body;
    t.is(object.sizeBytes, png.length);
    const read = await fetch(object.url);
    t.is(read.headers.get("content-type"), "image/png");
    t.regex(read.headers.get("content-disposition") ?? "", /filename="a b.png"/);
    t.true(Buffer.from(await read.arrayBuffer()).equals(png));
    t.is((await fetch(object.thumbUrl)).headers.get("content-type"), "image/webp");
    t.is((await api.get(`/v1/storage/${id}`)).body.object.url, object.url, "the same within its window");

    const origin = await serveOrigin((_req, res) =>
      res.writeHead(200, { "content-type": "image/png" }).end(png),
    );
    t.teardown(() => origin.stop());
    const imported = await api.post("/v1/uploads/import", { url: `${origin.url}/c.png` });
    t.is(imported.status, 200);
    t.true(Buffer.from(await (await fetch(imported.body.url)).arrayBuffer()).equals(png));

    const { publicUrl } = (await api.post(`/v1/storage/${id}/publish`)).body;
    const part = await rawRequest(publicUrl, { headers: { range: "bytes=10-19" } });
    t.is(part.status, 206);
    t.true(part.body.equals(png.subarray(10, 20)));

    for (const each of [id, imported.body.storageId]) await api.delete(`/v1/storage/${each}`);
    t.is((await fetch(object.url)).status, 404);
    t.is((await rawRequest(publicUrl)).status, 404);
    // The task removes a thumbnail again that was being made.
    await until(async () => [...store.objects.all.keys()].every((name) => name.includes("/spent/")));
  });

  test(`with ${bucket.name} an upload has exactly the ticket's size, and a second commit answers the same; an encoded one is refused (rules/storage 10, 12 and 36)`, async (t) => {
    const store = await bucket.open();
    const kiln = await startKiln(store.env);
    t.teardown(async () => {
      await kiln.stop();
      await store.stop();
    });
    const { api } = await signUp(kiln.url);
    const contentType = "audio/wav";
    const { storageId, uploadUrl } = (await api.post("/v1/uploads/ticket", { contentType, sizeBytes: 1000 }))
      .body;
    const put = async (bytes: number, headers: Record<string, string> = {}) =>
      (
        await fetch(uploadUrl, {
          method: "PUT",
          body: new Uint8Array(bytes),
          headers: { "content-type": contentType, ...headers },
        })
      ).status;
    t.is(await put(1001), 403);
    t.is((await api.post(`/v1/uploads/${storageId}/commit`)).status, 400, "nothing was uploaded");
    t.is(await put(1000, { "content-encoding": "gzip" }), 200);
    const refused = await api.post(`/v1/uploads/${storageId}/commit`);
    t.is(refused.status, 400);
    t.is(refused.body.error.code, "invalid_params");
    t.regex(refused.body.error.message, /Content-Encoding/);
    t.is(await put(1000), 200);
    const first = await api.post(`/v1/uploads/${storageId}/commit`);
    t.is(first.status, 200);
    t.deepEqual((await api.post(`/v1/uploads/${storageId}/commit`)).body, first.body);
  });
}
