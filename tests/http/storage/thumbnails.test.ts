import test from "ava";
import sharp, { type Metadata } from "sharp";
import { StorageObject } from "../../../entities/storage-object.js";
import { makeMp4 } from "../../../plugins/kit/media/mp4.js";
import { Thumbnails } from "../../../services/storage/thumbnails/thumbnails.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { rawRequest } from "../../helpers/raw-request.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";
import { upload } from "../../helpers/upload.js";

let kiln: Kiln;
let ann: Person;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#c04020" } });
const objectOf = async (storageId: string) =>
  (await ann.api.get(`/v1/storage/${storageId}`)).body.object as { thumbUrl?: string; url: string };
const settled = (storageId: string) =>
  until(async () => {
    const row = await kiln.host.read.findOne(StorageObject, { id: storageId });
    return row !== null && row.thumb !== "pending" && row;
  });
/** The milliseconds after which a fetch answers without a thumbnail that is not made yet. */
const PATIENCE_MS = 5000;
/** Fetches a new file, which waits for its thumbnail; only on a machine that takes longer does this fetch it once more. */
async function firstFetch(storageId: string) {
  const begun = performance.now();
  const first = await objectOf(storageId);
  if (first.thumbUrl !== undefined || performance.now() - begun < PATIENCE_MS) return first;
  await settled(storageId);
  return objectOf(storageId);
}
async function thumbOf(storageId: string): Promise<Metadata> {
  const { thumbUrl } = await firstFetch(storageId);
  const { status, headers, body } = await rawRequest(thumbUrl ?? "http://no.thumbnail.invalid");
  if (status !== 200 || headers["content-type"] !== "image/webp")
    throw new Error(`the thumbnail gave ${status}`);
  return sharp(body).metadata();
}

test("an image's first fetch has a webp thumbnail of 512 px at most (rules/storage 7)", async (t) => {
  const storageId = await upload(ann.api, "image/png", await picture(2000, 1000).png().toBuffer());
  const { format, width, height } = await thumbOf(storageId);
  t.is(format, "webp");
  t.is(width, 512);
  t.is(height, 256);
});

test("a task makes the thumbnail when nobody asks for it (rules/storage 7)", async (t) => {
  const storageId = await upload(ann.api, "image/jpeg", await picture(600, 600).jpeg().toBuffer());
  t.is((await settled(storageId)).thumb, "ready");
});

test("a small picture is not blown up, a turned one stands upright", async (t) => {
  const small = await upload(ann.api, "image/png", await picture(20, 10).png().toBuffer());
  t.is((await thumbOf(small)).width, 20);
  const turned = await picture(800, 400).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const { width, height } = await thumbOf(await upload(ann.api, "image/jpeg", turned));
  t.is(width, 256);
  t.is(height, 512);
});

test("an animated picture shows its first frame", async (t) => {
  const frames = Buffer.concat([Buffer.alloc(30 * 30 * 3, 250), Buffer.alloc(30 * 30 * 3, 5)]);
  const gif = await sharp(frames, { raw: { width: 30, height: 60, channels: 3, pageHeight: 30 } })
    .gif()
    .toBuffer();
  const { thumbUrl } = await firstFetch(await upload(ann.api, "image/gif", gif));
  const { body } = await rawRequest(thumbUrl ?? "");
  const { width, height } = await sharp(body).metadata();
  t.is(width, 30);
  t.is(height, 30);
  const { channels } = await sharp(body).stats();
  t.true((channels[0]?.min ?? 0) > 200);
});

test("an SVG is drawn, without anything that it refers to", async (t) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="100" height="100" fill="#0a0"/>
    <image href="file:///etc/hostname" width="100" height="100"/><image href="input" width="100" height="100"/></svg>`;
  t.is((await thumbOf(await upload(ann.api, "image/svg+xml", Buffer.from(svg)))).width, 100);
});

test("a file that cannot be decoded has no thumbUrl, and a bomb neither (rules/storage 7)", async (t) => {
  const bomb = `<svg xmlns="http://www.w3.org/2000/svg" width="100000" height="100000"><rect width="9" height="9"/></svg>`;
  for (const [type, bytes] of [
    ["image/png", Buffer.from("no picture")],
    ["image/svg+xml", Buffer.from(bomb)],
    ["video/mp4", Buffer.alloc(1000, 7)],
    ["video/mp4", Buffer.from("#EXTM3U\n#EXTINF:1,\nfile:///etc/hostname\n")],
  ] as const) {
    const storageId = await upload(ann.api, type, bytes);
    t.false("thumbUrl" in (await objectOf(storageId)));
    t.is((await settled(storageId)).thumb, "none");
  }
});

test("a video shows its first frame, with or without an ffmpeg on PATH (rules/storage 7)", async (t) => {
  const red = [81, 90, 240] as const;
  const film = makeMp4({ width: 640, height: 320, seconds: 3, sound: true, colours: [red, red] });
  const storageId = await upload(ann.api, "video/mp4", film);
  t.true("thumbUrl" in (await firstFetch(storageId)));
  t.is((await settled(storageId)).thumb, "ready");
  t.is((await thumbOf(storageId)).width, 512);
});

test("other types have no thumbUrl (rules/storage 7)", async (t) => {
  const storageId = await upload(ann.api, "audio/mpeg", Buffer.alloc(100));
  t.false("thumbUrl" in (await objectOf(storageId)));
});

test("deleting removes the thumbnail too: its URL is 404 (rules/storage 4)", async (t) => {
  const storageId = await upload(ann.api, "image/png", await picture(100, 100).png().toBuffer());
  const { thumbUrl } = await firstFetch(storageId);
  t.is((await rawRequest(thumbUrl ?? "")).status, 200);
  await ann.api.delete(`/v1/storage/${storageId}`);
  t.is((await rawRequest(thumbUrl ?? "")).status, 404);
  t.is(await kiln.host.storage.stat(`${storageId}.thumb`), null);
});

test("thumbnails that were stopped are made again once they begin anew (a reload that failed)", async (t) => {
  const storageId = await upload(ann.api, "image/png", await picture(40, 40).png().toBuffer());
  await settled(storageId);
  await kiln.host.transact((tx) => tx.update(StorageObject, { id: storageId }, { thumb: "pending" }));
  const object = await kiln.host.read.findOne(StorageObject, { id: storageId });
  const thumbnails = new Thumbnails(kiln.host);
  await thumbnails.stop();
  await thumbnails.start();
  t.is(object && (await thumbnails.ensureSoon(object)).thumb, "ready");
  await thumbnails.stop();
});
