import { readdir } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { StorageObject } from "../../../entities/storage-object.js";
import { Client, signUp } from "../../helpers/client.js";
import { makeDataDir, spawnServer } from "../../helpers/spawn-server.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";
import { serveOrigin } from "../../helpers/serve-origin.js";
import { upload } from "../../helpers/upload.js";

test("a crash right after a delete has committed leaves no orphan: the next process removes the bytes (rules/storage 4)", async (t) => {
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

  const second = await startKiln({ DATA_DIR: dataDir, DATABASE_URL: "", SECRET_KEY: "" });
  t.teardown(() => second.stop());
  const api = new Client(second.url, person.api.headers);
  t.is((await api.get(`/v1/storage/${storageId}`)).status, 404);
  t.is((await api.get("/v1/storage/usage")).body.totalBytes, 0);
  await until(async () => !(await isStored()));
  t.pass();
});

test("a crash before an import has committed leaves nothing that counts or can be seen, and the sweep finds the rest (rules/storage 15)", async (t) => {
  const { dataDir, remove } = await makeDataDir();
  const origin = await serveOrigin((_req, res) =>
    res.writeHead(200, { "content-type": "image/png" }).end(Buffer.alloc(1000)),
  );
  t.teardown(() => origin.stop().then(remove));
  const first = await spawnServer(dataDir, { KILN_FAULT: "storage.imported", ALLOW_PRIVATE_NETWORK: "1" });
  const person = await signUp(first.url);
  await t.throwsAsync(person.api.post("/v1/uploads/import", { url: `${origin.url}/a.png` }));
  await first.ended;

  const second = await startKiln({ DATA_DIR: dataDir, DATABASE_URL: "", SECRET_KEY: "" });
  t.teardown(() => second.stop());
  const api = new Client(second.url, person.api.headers);
  const { body } = await api.get("/v1/storage/usage");
  t.like(body, { totalBytes: 0, total: 0 });
  const [staged] = await second.host.read.find(StorageObject, { ownerId: person.id });
  t.is(staged?.state, "staged");
  await second.host.transact(async (tx) => {
    await tx.update(StorageObject, { ownerId: person.id }, { createdAt: Date.now() - 25 * 3600_000 });
    await second.host.tasks.hasten(tx, "storage.sweep", "storage");
  });
  await until(async () => (await second.host.read.count(StorageObject, { ownerId: person.id })) === 0);
  await until(async () => (await second.host.storage.stat(staged?.id ?? "")) === null);
});
