import { execFileSync } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import sharp from "sharp";
import { type Probed, probe } from "../../../plugins/kit/ffmpeg/probe.js";
import { findPrograms } from "../../../plugins/kit/ffmpeg/programs.js";
import { readMoves } from "../../../plugins/providers/local/motion/camera.js";
import { readTitle } from "../../../plugins/providers/local/motion/read-title.js";
import { LOCAL_MOTION } from "../../../plugins/providers/local/models.js";
import { paintLocal } from "../../helpers/paint-local.js";
import { type LocalFile, runLocal } from "../../helpers/run-local.js";
import { ssim } from "../../helpers/ssim.js";
import { IS_LONG } from "../../helpers/is-long.js";

const FIRST = "00000000-0000-4000-8000-00000000000a";
const LAST = "00000000-0000-4000-8000-00000000000b";
/** The smallest film. */
const small = { kind: "video", duration: 2, aspectRatio: "1:1", resolution: "480p" };

const filmOf = async (params: object, options: Parameters<typeof runLocal>[2] = {}): Promise<Buffer> => {
  const [film] = await runLocal(LOCAL_MOTION, { ...small, prompt: "hills [seed=1]", ...params }, options);
  if (film?.contentType !== "video/mp4") throw new Error(`no MP4: ${film?.contentType}`);
  return film.bytes;
};
async function probed(bytes: Buffer): Promise<Probed> {
  const path = join(await mkdtemp(join(tmpdir(), "motion-")), "film.mp4");
  await writeFile(path, bytes);
  return probe(path, new AbortController().signal);
}
/** Returns the pixels, in grey, of the frame that ffmpeg selects by these arguments. */
async function shown(bytes: Buffer, at: readonly string[]) {
  const path = join(await mkdtemp(join(tmpdir(), "motion-")), "film.mp4");
  await writeFile(path, bytes);
  const files = [path, `${path}.png`];
  const [command, args] = (await findPrograms()).command("ffmpeg", files, [
    ..."-v error -y".split(" "),
    ...at,
    "-i",
    path,
    "-update",
    "1",
    "-frames:v",
    at.includes("-sseof") ? "99" : "1",
    `${path}.png`,
  ]);
  execFileSync(command, args, { stdio: "ignore" });
  return grey(`${path}.png`);
}
async function grey(picture: string | Buffer) {
  const { data, info } = await sharp(picture)
    .resize({ width: 320, height: 180, fit: "cover" })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const TITLES = ["<span size='9999999'>a</span> & b", "\u202e\u0300\u0300 مرحبا 你好", "👩‍👩‍👧"];
/** A silent film in portrait, which two tests look at. */
let panned: Promise<Buffer> | undefined;
const panning = () =>
  (panned ??= filmOf({ prompt: "hills, pan right [seed=1]", aspectRatio: "9:16", generateAudio: false }));

const wish = (seed: number) => ({ prompt: `hills, still "${TITLES.join(" ")}" [seed=${seed}]` });
const WISH = wish(1);
/** A film of WISH, which takes seconds to make, and the progress that was told of it. */
let film: Buffer;
const told: number[] = [];
// Beside other films one may have to give way, and then begins again from 0.
test.before(async () => {
  const progress = (now: { progress?: number }) => told.push(now.progress ?? -1);
  film = await filmOf(WISH, { jobId: "one", progress });
});

test("a prompt alone makes H.264 and AAC of the size and length that were asked for", async (t) => {
  const { picture, sound, seconds } = await probed(film);
  t.like(picture, { codec: "h264", width: 480, height: 480, rate: 24 });
  t.like(sound, { codec: "aac", channels: 2 });
  t.true(Math.abs((seconds ?? 0) - 2) < 0.1, String(seconds));
});

test("generateAudio false leaves the sound away; each ratio has its size (rules/models 20)", async (t) => {
  const silent = await probed(await panning());
  t.like(silent.picture, { codec: "h264", width: 480, height: 854 });
  t.is(silent.sound, null);
});

test("the same seed gives the same bytes, another one others (rules/models 39)", async (t) => {
  t.deepEqual(await filmOf(WISH, { jobId: "two" }), film);
  t.notDeepEqual(await filmOf(wish(2)), film);
});

test("the first and the last frame are the pictures that were given", async (t) => {
  const pictures = await Promise.all(
    ["a lighthouse [seed=3]", "a forest at night [seed=4]"].map((prompt) =>
      paintLocal(prompt, { aspectRatio: "16:9" }),
    ),
  );
  const [first = Buffer.alloc(0), last = Buffer.alloc(0)] = pictures;
  const png = (bytes: Buffer): LocalFile => ({ contentType: "image/png", bytes });
  const made = await filmOf(
    {
      startFrameStorageId: FIRST,
      endFrameStorageId: LAST,
      aspectRatio: "16:9",
      generateAudio: false,
    },
    { files: { [FIRST]: png(first), [LAST]: png(last) } },
  );
  const begins = ssim(await shown(made, []), await grey(first));
  const ends = ssim(await shown(made, ["-sseof", "-0.3"]), await grey(last));
  t.true(begins > 0.95, String(begins));
  t.true(ends > 0.95, String(ends));
  t.true(ssim(await shown(made, []), await grey(last)) < 0.7);
});

test("the camera moves and a title shows in the middle", async (t) => {
  const moving = await panning();
  t.true(ssim(await shown(moving, []), await shown(moving, ["-ss", "1.9"])) < 0.9);
  const still = await filmOf({ prompt: "hills, still [seed=1]", generateAudio: false });
  const alike = ssim(await shown(still, []), await shown(still, ["-ss", "1"]));
  t.true(alike > 0.98, String(alike));
  const middle = ssim(await shown(film, ["-ss", "1"]), await shown(film, []));
  t.true(middle < alike - 0.01, `${middle} beside ${alike}`);
});

test("progress rises to the end, and an abort ends the work with its reason", async (t) => {
  t.true(told.length > 3);
  t.deepEqual(
    told,
    told.toSorted((a, b) => a - b),
  );
  t.is(told.at(-1), 1);
  const controller = new AbortController();
  const reason = new Error("canceled by the caller");
  const progress = () => controller.abort(reason);
  t.is(await t.throwsAsync(filmOf({ duration: 10 }, { signal: controller.signal, progress })), reason);
});

test("titles and moves are read from the prompt by the rules of the docs (rules/models 33)", (t) => {
  t.deepEqual(readTitle('a fox "One" and “Two” and "Three"'), ["One", "Two"]);
  t.deepEqual(readTitle("A title sequence.\n\nGuidance: Open day"), ["Open day"]);
  t.deepEqual(readTitle("a title sequence"), []);
  t.deepEqual(readTitle("hills\n\nGuidance: a lake"), []);
  t.deepEqual(readTitle(`"${"x".repeat(90)}"`), ["x".repeat(80)]);
  t.deepEqual(readTitle('"<b>&\u0007</b>"'), ["<b>& </b>"]);
  t.deepEqual(readMoves("Zoom in, then pan left. A fox in a left boot"), ["in", "left"]);
});

test("words that are markup are shown as they stand, and any letter may come", async (t) => {
  // Each title has a film of its own; in the rings all of them share that of WISH only.
  const own = IS_LONG ? TITLES : [];
  const films = own.map((title) => filmOf({ prompt: `hills "${title}" [seed=1]`, generateAudio: false }));
  for (const made of [film, ...(await Promise.all(films))]) t.is((await probed(made)).picture?.width, 480);
});
