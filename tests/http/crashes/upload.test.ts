import { readdir } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { beginUpload } from "../../helpers/begin-upload.js";
import { Client, signUp } from "../../helpers/client.js";
import { openSite, type Site } from "../../helpers/open-site.js";
import { waitUntil } from "../../helpers/wait-until.js";

let site: Site;
test.before(async () => {
  site = await openSite();
});
test.after.always(() => site?.close());

const SIZE = 1_000_000;

test("SIGKILL while an upload streams leaves nothing that commits, and the ticket is good for another PUT (rules/storage 11)", async (t) => {
  const first = await site.start();
  const person = await signUp(first.url);
  const { storageId, uploadUrl } = await beginUpload(person.api, SIZE);
  const unfinished = join(site.folder, "media/tmp");
  await waitUntil(async () => (await readdir(unfinished)).length > 0);
  await first.end();

  const second = await site.startHere();
  const api = new Client(second.url, { authorization: `Bearer ${person.key}` });
  const refused = await api.post(`/v1/uploads/${storageId}/commit`);
  t.is(refused.status, 400, JSON.stringify(refused.body));
  t.is(refused.body.error.code, "invalid_params");
  t.deepEqual(await site.mediaFiles(), []);
  t.is((await api.get("/v1/storage/usage")).body.totalBytes, 0);

  const { pathname, search } = new URL(uploadUrl);
  const put = await fetch(`${second.url}${pathname}${search}`, {
    method: "PUT",
    headers: { "content-type": "image/png" },
    body: new Uint8Array(SIZE),
  });
  t.true(put.ok, await put.text());
  t.is((await api.post(`/v1/uploads/${storageId}/commit`)).body.sizeBytes, SIZE);
  t.is((await api.get("/v1/storage/usage")).body.totalBytes, SIZE);
});
