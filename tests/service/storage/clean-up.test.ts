import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import test from "ava";
import { StorageObject } from "../../../entities/storage-object.js";
import { Task } from "../../../entities/task.js";
import type { Kiln } from "../../../start.js";
import { insertObject } from "../../helpers/insert-object.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";

const HOUR_MS = 3600_000;

let kiln: Kiln;
test.before(async () => {
  kiln = await startKiln();
});
test.after.always(() => kiln?.stop());

async function stage(ageMs: number, state: "staged" | "committed" = "staged"): Promise<string> {
  const { host } = kiln;
  const id = randomUUID();
  await host.storage.write(id, Readable.from([Buffer.from("bytes")]), { contentType: "image/png" });
  const contentType = "application/octet-stream";
  return insertObject(kiln, randomUUID(), { id, contentType, state, createdAt: Date.now() - ageMs });
}

test("staged objects never committed go with their bytes when their ticket is over, all else stays (rules/storage 15)", async (t) => {
  const { host } = kiln;
  const old = await Promise.all(Array.from({ length: 5 }, () => stage(HOUR_MS + 1000)));
  const recent = await stage(HOUR_MS - 60_000);
  const committed = await stage(48 * HOUR_MS, "committed");
  await host.transact((tx) => host.tasks.hasten(tx, "storage.sweep", "storage"));
  for (const id of old) {
    await until(async () => (await host.read.findOne(StorageObject, { id })) === null);
    await until(async () => (await host.storage.stat(id)) === null);
  }
  for (const id of [recent, committed]) {
    t.not(await host.read.findOne(StorageObject, { id }), null);
    t.not(await host.storage.stat(id), null);
  }
  await until(async () => (await host.read.findOne(Task, { queue: "storage.sweep" }))?.state === "ready");
  t.is(await host.read.count(Task, { queue: "storage.sweep" }), 1, "the sweep has put itself back");
});

test("a removal that a crash left undone is finished by its task: no orphan stays (rules/storage 4)", async (t) => {
  const { host } = kiln;
  const id = randomUUID();
  for (const key of [id, `${id}.thumb`]) {
    await host.storage.write(key, Readable.from([Buffer.from("bytes")]), { contentType: "image/png" });
  }
  // The state is what the transaction of a delete leaves when its process dies right after it.
  await host.transact((tx) => host.tasks.enqueue(tx, { queue: "storage.remove", subject: id, payer: "x" }));
  await until(async () => (await host.read.count(Task, { queue: "storage.remove", subject: id })) === 0);
  t.is(await host.storage.stat(id), null);
  t.is(await host.storage.stat(`${id}.thumb`), null);
});

test("a thumbnail that comes after its object was deleted is removed (rules/storage 4)", async (t) => {
  const { host } = kiln;
  const id = randomUUID();
  await host.storage.write(`${id}.thumb`, Readable.from([Buffer.from("bytes")]), {
    contentType: "image/webp",
  });
  await host.transact((tx) => host.tasks.enqueue(tx, { queue: "storage.thumb", subject: id, payer: "x" }));
  await until(async () => (await host.read.count(Task, { queue: "storage.thumb", subject: id })) === 0);
  t.is(await host.storage.stat(`${id}.thumb`), null);
});
