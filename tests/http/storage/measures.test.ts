import test from "ava";
import sharp from "sharp";
import { StorageObject } from "../../../entities/storage-object.js";
import { makeMp4 } from "../../../plugins/kit/media/mp4.js";
import { makeWav } from "../../../plugins/kit/media/wav.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";
import { upload } from "../../helpers/upload.js";
import { waitForJob } from "../../helpers/wait-for-job.js";

let kiln: Kiln;
let ann: Person;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

const measuresOf = async (storageId: string) => {
  const { object } = (await ann.api.get(`/v1/storage/${storageId}`)).body;
  return Object.fromEntries(
    ["width", "height", "durationSeconds"]
      .filter((name) => name in object)
      .map((name) => [name, object[name]]),
  );
};
const red = [81, 90, 240] as const;

test("a picture has its size as it is shown, and no duration (rules/storage 30)", async (t) => {
  const turned = await sharp({ create: { width: 80, height: 40, channels: 3, background: "red" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const storageId = await upload(ann.api, "image/jpeg", turned);
  t.deepEqual(await measuresOf(storageId), { width: 40, height: 80 });
});

test("a video has size and duration, a sound its duration; lists tell them too (rules/storage 30)", async (t) => {
  const film = await upload(
    ann.api,
    "video/mp4",
    makeMp4({ width: 640, height: 320, seconds: 3, sound: false, colours: [red, red] }),
  );
  t.deepEqual(await measuresOf(film), { width: 640, height: 320, durationSeconds: 3 });
  const sound = await upload(ann.api, "audio/wav", makeWav(1.5, 440));
  t.deepEqual(await measuresOf(sound), { durationSeconds: 1.5 });
  const { objects } = (await ann.api.get("/v1/storage/usage?kind=audio")).body;
  t.is(objects.find((each: { storageId: string }) => each.storageId === sound).durationSeconds, 1.5);
});

test("what cannot be read is measured once, as unknown (rules/storage 30)", async (t) => {
  const storageId = await upload(ann.api, "audio/mpeg", Buffer.alloc(100));
  t.deepEqual(await measuresOf(storageId), {});
  const row = await until(async () => {
    const found = await kiln.host.read.findOne(StorageObject, { id: storageId });
    return found !== null && found.measuredAt !== null && found;
  });
  t.is(row.durationMs, null);
});

test("results are measured by the task, without a reader (rules/storage 30)", async (t) => {
  const { body } = await ann.api.post("/v1/generations", {
    model: "local-sfx",
    params: { kind: "audio", prompt: "rain", durationSeconds: 1 },
  });
  const { resultStorageIds } = await waitForJob(ann.api, body.job.id);
  const row = await until(async () => {
    const found = await kiln.host.read.findOne(StorageObject, { id: resultStorageIds[0] });
    return found !== null && found.measuredAt !== null && found;
  });
  t.is(row.durationMs, 1000);
});

test("an object of before measures were kept is measured when it is first read (rules/storage 30)", async (t) => {
  const storageId = await upload(ann.api, "audio/wav", makeWav(2, 440));
  await measuresOf(storageId);
  await kiln.host.transact((tx) =>
    tx.update(StorageObject, { id: storageId }, { measuredAt: null, durationMs: null }),
  );
  t.is((await measuresOf(storageId)).durationSeconds, 2);
});
