import { readdir } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { Client, signUp } from "../../helpers/client.js";
import { makeDataDir, spawnServer } from "../../helpers/spawn-server.js";
import { until } from "../../helpers/until.js";
import { upload } from "../../helpers/upload.js";

test("a crash right after a delete has committed leaves no orphan: the next process removes the bytes (decisions 7)", async (t) => {
  const { dataDir, remove } = await makeDataDir();
  t.teardown(remove);
  const first = await spawnServer(dataDir, { KILN_FAULT: "storage.removed" });
  const person = await signUp(first.url);
  const storageId = await upload(person.api, "application/octet-stream", Buffer.alloc(1000));
  await t.throwsAsync(
    person.api.delete(`/v1/storage/${storageId}`),
    undefined,
    "the process dies before it answers",
  );
  await first.ended;
  const isStored = async () =>
    (await readdir(join(dataDir, "media"), { recursive: true })).some(
      (path) => path.endsWith(`/${storageId}`) && !path.startsWith("spent"),
    );

  const second = await spawnServer(dataDir);
  t.teardown(() => second.stop());
  const api = new Client(second.url, person.api.headers);
  t.is((await api.get(`/v1/storage/${storageId}`)).status, 404);
  t.is((await api.get("/v1/storage/usage")).body.totalBytes, 0);
  await until(async () => !(await isStored()));
  t.pass();
});
