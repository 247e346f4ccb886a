import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { signUp } from "../../helpers/client.js";
import { codeOf, rawRequest } from "../../helpers/raw-request.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { upload } from "../../helpers/upload.js";

test("while the store is away its requests are 503 unavailable with Retry-After, and then go on (rules/storage 31; rules/edge 7)", async (t) => {
  const kiln = await startKiln();
  t.teardown(() => kiln.stop());
  const { api } = await signUp(kiln.url);
  const contentType = "application/octet-stream";
  const storageId = await upload(api, contentType, Buffer.alloc(10));
  const { url } = (await api.get(`/v1/storage/${storageId}`)).body.object as { url: string };
  const ticket = (await api.post("/v1/uploads/ticket", { contentType, sizeBytes: 10 })).body;
  const put = () =>
    rawRequest(ticket.uploadUrl, {
      method: "PUT",
      headers: { "content-type": contentType },
      pieces: [Buffer.alloc(10)],
    });
  const commit = () => api.post(`/v1/uploads/${ticket.storageId}/commit`);

  const media = join(kiln.host.config.dataDir, "media");
  await rename(media, `${media}.away`);
  await writeFile(media, "in the way");
  for (const answer of [await put(), await rawRequest(url)]) {
    t.is(answer.status, 503);
    t.is(codeOf(answer), "unavailable");
    t.truthy(answer.headers["retry-after"]);
  }
  const refused = await commit();
  t.is(refused.status, 503);
  t.is(refused.body.error.code, "unavailable");
  t.truthy(refused.headers.get("retry-after"));
  t.is((await api.get(`/v1/storage/${storageId}`)).status, 200, "what needs no bytes goes on");

  await rename(media, `${media}.wrong`);
  await rename(`${media}.away`, media);
  t.is((await rawRequest(url)).status, 200);
  t.is((await put()).status, 200);
  t.is((await commit()).status, 200);
});
