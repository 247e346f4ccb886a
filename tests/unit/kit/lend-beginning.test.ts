import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import test, { type ExecutionContext } from "ava";
import { asInput } from "../../../plugins/kit/conformance/serve-inputs.js";
import { makeMp4 } from "../../../plugins/kit/media/mp4.js";
import { makeWav } from "../../../plugins/kit/media/wav.js";
import { type Beginning, lendBeginning } from "../../../plugins/kit/recordings/lend-beginning.js";
import { filmed } from "../../helpers/media-bombs/film-bombs.js";
import { decodedSeconds } from "../../helpers/decoded-seconds.js";
import { probeBytes } from "../../helpers/probe-bytes.js";

const { signal } = new AbortController();

/** Lends a recording and returns what the borrower reads of it. */
async function lent(
  t: ExecutionContext,
  contentType: string,
  bytes: Buffer,
  given: Pick<Beginning, "seconds" | "form">,
) {
  const parent = await mkdtemp(join(tmpdir(), "beginnings-"));
  const ctx = { signal, input: async () => asInput("a-talk", { contentType, bytes }) };
  const all = { ...given, field: "storageId", parent, account: "ann", ctx };
  try {
    return await lendBeginning("a-talk", all, async (file) => {
      const read = await buffer(await file.stream());
      if (read.length !== file.sizeBytes) throw new Error("The size is wrong.");
      return { contentType: file.contentType, bytes: read };
    });
  } finally {
    t.deepEqual(await readdir(parent), [], "nothing is left behind");
  }
}

const isNear = (given: number | null, seconds: number): boolean =>
  given !== null && Math.abs(given - seconds) < 0.2;

test("a recording that is no longer than declared is lent as it is (rules/models 46)", async (t) => {
  const bytes = makeWav(3.5, 440);
  for (const seconds of [3, 3.5, 3600]) {
    const whole = await lent(t, "audio/wav", bytes, { seconds, form: "voice" });
    t.is(whole.contentType, "audio/wav");
    t.true(whole.bytes.equals(bytes));
  }
});

test("of a longer recording the declared seconds are lent (rules/models 46)", async (t) => {
  for (const form of ["voice", "sound", "film"] as const) {
    const cut = await lent(t, "audio/wav", makeWav(20, 440), { seconds: 3, form });
    t.is(cut.contentType, "audio/mp4");
    const { sound, picture } = await probeBytes(cut.bytes);
    const seconds = await decodedSeconds(cut.bytes);
    t.true(isNear(seconds, 3), String(seconds));
    t.is(sound?.codec, "aac");
    t.is(picture, null);
  }
});

test("of a longer film the declared seconds are lent, with its pictures where they are wanted (rules/models 46)", async (t) => {
  const grey = [128, 128, 128] as const;
  const film = makeMp4({ width: 160, height: 90, seconds: 6, sound: true, colours: [grey, grey] });
  const cut = await lent(t, "video/mp4", film, { seconds: 2, form: "film" });
  t.is(cut.contentType, "video/mp4");
  const { seconds, sound, picture } = await probeBytes(cut.bytes);
  t.true(isNear(seconds, 2), String(seconds));
  t.is(sound?.codec, "aac");
  t.like(picture, { width: 160, height: 90 });
  const heard = await lent(t, "video/mp4", film, { seconds: 2, form: "voice" });
  t.is(heard.contentType, "audio/mp4");
  t.is((await probeBytes(heard.bytes)).picture, null);
});

test("a recording whose times lie is cut by its samples (rules/models 46)", async (t) => {
  const honest = await filmed("-f lavfi -i sine=d=40:r=16000 -c:a aac -b:a 48k -f mp4", "honest.m4a");
  const parent = await mkdtemp(join(tmpdir(), "honest-"));
  const path = join(parent, "honest.m4a");
  await writeFile(path, honest);
  const lying = await filmed(`-itsscale 0.01 -i ${path} -c copy -f mp4`, "lying.m4a");
  await rm(parent, { recursive: true });
  const told = (await probeBytes(lying)).seconds ?? 0;
  t.true(told > 0 && told < 1, String(told));
  const cut = await lent(t, "audio/mp4", lying, { seconds: 2, form: "voice" });
  t.false(cut.bytes.equals(lying));
  const seconds = await decodedSeconds(cut.bytes);
  t.true(isNear(seconds, 2), String(seconds));
  t.true(cut.bytes.length < lying.length / 4, String(cut.bytes.length));
});

test("a recording that does not say how long it is is lent as it is where its samples are no more than declared (rules/models 46)", async (t) => {
  const untold = await filmed("-f lavfi -i sine=d=3:r=48000 -c:a libopus -f webm -live 1", "untold.webm");
  t.is((await probeBytes(untold)).seconds, null);
  const whole = await lent(t, "audio/webm", untold, { seconds: 3, form: "voice" });
  t.true(whole.bytes.equals(untold));
  const cut = await lent(t, "audio/webm", untold, { seconds: 1, form: "voice" });
  t.true(isNear(await decodedSeconds(cut.bytes), 1));
});

test("pictures of a recording are not judged where its sound alone is lent (rules/models 46)", async (t) => {
  const skewed = await filmed(
    "-f lavfi -i testsrc=s=160x90:d=2:r=10 -f lavfi -i sine=d=2 -c:v libx264 -pix_fmt yuv420p -aspect 160:1 -c:a aac -f mp4",
    "skewed.mp4",
  );
  for (const form of ["voice", "sound"] as const)
    t.true((await lent(t, "video/mp4", skewed, { seconds: 2, form })).bytes.equals(skewed));
  await t.throwsAsync(lent(t, "video/mp4", skewed, { seconds: 2, form: "film" }), {
    message: /its pixels are/,
  });
});

test("of a recording whose sound changes its rate again and again no more than the declared seconds are lent (rules/models 46)", async (t) => {
  const [one, other] = await Promise.all(
    [44_100, 48_000].map((rate) =>
      filmed(`-f lavfi -i sine=d=0.7:r=${rate} -c:a aac -b:a 64k -f adts`, `${rate}.aac`),
    ),
  );
  const changing = Buffer.concat(Array.from({ length: 40 }, (_, at) => (at % 2 ? other : one)));
  t.true((await decodedSeconds(changing)) > 27);
  for (const form of ["voice", "sound", "film"] as const)
    t.like(await t.throwsAsync(lent(t, "audio/aac", changing, { seconds: 1, form }), undefined, form), {
      failure: "invalid_params",
      charged: false,
    });
});

test("what has no sound or cannot be decoded is refused by name, and nothing of it is lent (rules/models 46)", async (t) => {
  const silent = await filmed(
    "-f lavfi -i testsrc=s=160x90:d=1:r=10 -c:v libx264 -pix_fmt yuv420p -f mp4",
    "silent.mp4",
  );
  for (const [bytes, message] of [
    [silent, /^storageId cannot be decoded: it has no sound\.$/],
    [Buffer.from("nothing of media"), /^storageId cannot be decoded: /],
    [Buffer.alloc(0), /^storageId cannot be decoded: /],
  ] as const)
    t.like(await t.throwsAsync(lent(t, "video/mp4", bytes, { seconds: 2, form: "film" }), { message }), {
      failure: "invalid_params",
      charged: false,
    });
});
