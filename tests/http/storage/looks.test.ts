import { randomUUID } from "node:crypto";
import test from "ava";
import { StorageObject } from "../../../entities/storage-object.js";
import { Task } from "../../../entities/task.js";
import type { StorageDriver } from "../../../plugins/kit/storage-driver.js";
import { makeWav } from "../../../plugins/kit/media/wav.js";
import type { Host } from "../../../runtime/process/host.js";
import { THUMB_QUEUE } from "../../../services/storage/queues.js";
import { Thumbnails } from "../../../services/storage/thumbnails/thumbnails.js";
import type { Kiln } from "../../../start.js";
import { type Client, type Person, signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";
import { upload } from "../../helpers/upload.js";

// Reading files whose media nobody has examined begins a bounded number of examinations (looks), whose outcome is stored.

let kiln: Kiln;
let ann: Person;
let ben: Person;
test.before(async () => {
  kiln = await startKiln();
  [ann, ben] = await Promise.all([signUp(kiln.url), signUp(kiln.url)]);
});
test.after.always(() => kiln?.stop());

const rowOf = async (id: string) => {
  const row = await kiln.host.read.findOne(StorageObject, { id });
  if (row === null) throw new Error(`no object ${id}`);
  return row;
};

/** Makes an object as of the time before measures were stored: no look has examined it, and no task will. */
async function makeUnseen(api: Client): Promise<StorageObject> {
  const id = await upload(api, "audio/wav", makeWav(0.2, 440));
  await until(async () => (await rowOf(id)).measuredAt !== null);
  await until(async () => (await kiln.host.read.count(Task, { queue: THUMB_QUEUE, subject: id })) === 0);
  await kiln.host.transact((tx) => tx.update(StorageObject, { id }, { measuredAt: null, durationMs: null }));
  return rowOf(id);
}

/** Inserts copies of an object's row. They have no bytes. */
async function copiesOf(row: StorageObject, count: number): Promise<StorageObject[]> {
  const rows = Array.from({ length: count }, (): StorageObject => ({ ...row, id: randomUUID() }));
  await kiln.host.transact((tx) => tx.insert(StorageObject, rows));
  return rows;
}

/** Makes the thumbnails of another process on the same database and store. The test sees its reads of the store. */
function otherProcess(
  read: (id: string, go: () => ReturnType<StorageDriver["read"]>) => ReturnType<StorageDriver["read"]>,
) {
  const { storage } = kiln.host;
  const seen = new Proxy(storage, {
    get: (target, name) =>
      name === "read"
        ? (id: string) => read(id, () => target.read(id))
        : (Reflect.get(target, name) as () => unknown).bind(target),
  });
  const host = Object.create(kiln.host, { storage: { value: seen } }) as Host;
  return new Thumbnails(host);
}

test("looks that readers begin are bounded, in all and for an account, which leaves places to others (rules/storage 30)", async (t) => {
  const hers = await copiesOf(await makeUnseen(ann.api), 40);
  const his = [await makeUnseen(ben.api), await makeUnseen(ben.api)];
  const ids = new Set(hers.map(({ id }) => id));
  const begun: string[] = [];
  const gate = Promise.withResolvers<void>();
  const thumbnails = otherProcess(async (id, go) => {
    begun.push(id);
    await gate.promise;
    if (ids.has(id)) throw new Error("the copy of a row has no bytes");
    return go();
  });
  const reads = [...hers, ...his].map((object) => thumbnails.ensureSoon(object));
  await until(async () => begun.length >= 4);
  t.is(begun.filter((id) => ids.has(id)).length, 2, "of one account");
  t.is(begun.filter((id) => !ids.has(id)).length, 2, "of the other one");
  gate.resolve();
  const seen = await Promise.all(reads);
  for (const object of seen.slice(40)) t.is(object.durationMs, 200);
  // Two files are examined and 32 wait. The others are answered as they are, and examined when they are read again.
  t.true(begun.length <= 36, String(begun.length));
  await thumbnails.stop();
});

test("a look that breaks is not begun again by each read, and what the task notes in the end holds everywhere (rules/storage 30)", async (t) => {
  const object = await makeUnseen(ann.api);
  let looks = 0;
  const broken = () =>
    otherProcess(async () => {
      looks += 1;
      throw new Error("the store is broken");
    });
  const thumbnails = broken();
  for (let read = 0; read < 5; read += 1) t.is((await thumbnails.ensureSoon(object)).measuredAt, null);
  t.is(looks, 1);
  // The task of a process that can read the store measures the file.
  await until(async () => (await rowOf(object.id)).durationMs === 200);
  await thumbnails.stop();
});

test("what no attempt could look at is noted as unknown, and no reader begins again (rules/storage 30)", async (t) => {
  const object = await makeUnseen(ann.api);
  let looks = 0;
  const thumbnails = otherProcess(async () => {
    looks += 1;
    throw new Error("the store is broken");
  });
  const { task } = thumbnails;
  const claimed = { subject: object.id } as never;
  await kiln.host.transact(async (tx) => task.bury?.(tx, claimed, new Error("again and again")));
  const row = await rowOf(object.id);
  t.truthy(row.measuredAt);
  t.is(row.durationMs, null);
  await thumbnails.ensureSoon(row);
  t.is(looks, 0);
  await thumbnails.stop();
});
