import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { type Probed, probe } from "../../../plugins/kit/ffmpeg/probe.js";
import { makeMp4 } from "../../../plugins/kit/media/mp4.js";
import { makeWav } from "../../../plugins/kit/media/wav.js";
import { ProviderError } from "../../../plugins/kit/provider-error.js";
import { LOCAL_CLEANUP, LOCAL_UPSCALE_VIDEO, LOCAL_VOICE } from "../../../plugins/providers/local/models.js";
import { filmBombs, filmed, secretFile } from "../../helpers/media-bombs/film-bombs.js";
import { ofRings } from "../../helpers/of-rings.js";
import { runLocal } from "../../helpers/run-local.js";

const SOURCE = "00000000-0000-4000-8000-00000000000a";
const ask = (kind: "upscale" | "audio", contentType: string, bytes: Buffer, durationSeconds: number) =>
  runLocal(
    kind === "upscale" ? LOCAL_UPSCALE_VIDEO : LOCAL_CLEANUP,
    { kind, sourceStorageId: SOURCE, durationSeconds },
    { files: { [SOURCE]: { contentType, bytes } } },
  );
async function probed(bytes: Buffer): Promise<Probed> {
  const path = join(await mkdtemp(join(tmpdir(), "recordings-")), "made");
  await writeFile(path, bytes);
  return probe(path, new AbortController().signal);
}

test("a video has both sides doubled, only its declared seconds, its sound kept, the same bytes twice (rules/models 18 and 19)", async (t) => {
  const grey = [128, 128, 128] as const;
  const film = makeMp4({ width: 160, height: 90, seconds: 5, sound: true, colours: [grey, grey] });
  const [made] = await ask("upscale", "video/mp4", film, 2);
  const { picture, sound, seconds } = await probed(made?.bytes ?? Buffer.alloc(0));
  t.like(picture, { codec: "h264", width: 320, height: 180 });
  t.is(sound?.codec, "aac");
  t.true(Math.abs((seconds ?? 0) - 2) < 0.2, String(seconds));
  t.deepEqual((await ask("upscale", "video/mp4", film, 2))[0]?.bytes, made?.bytes);
});

test("turned videos stand upright, and pixels become square", async (t) => {
  const turned = await filmed(
    "-f lavfi -i testsrc=s=160x90:d=1:r=10 -metadata:s:v rotate=90 -c:v libx264 -pix_fmt yuv420p -f mp4",
    "turned.mp4",
  );
  const wide = await filmed(
    "-f lavfi -i testsrc=s=160x90:d=1:r=10,setsar=4/3 -c:v libx264 -pix_fmt yuv420p -f mp4",
    "wide.mp4",
  );
  for (const film of [turned, wide]) {
    const before = (await probed(film)).picture;
    const after = (await probed((await ask("upscale", "video/mp4", film, 1))[0]?.bytes ?? film)).picture;
    t.is(after?.stored.pixelAspect, 1);
    t.true(Math.abs((after?.width ?? 0) - 2 * (before?.width ?? 0)) <= 2, JSON.stringify({ before, after }));
    t.true(Math.abs((after?.height ?? 0) - 2 * (before?.height ?? 0)) <= 2);
  }
  t.is((await probed(wide)).picture?.width, 213);
});

test("more seconds than are doubled at once are refused by name", async (t) => {
  const error = await t.throwsAsync(ask("upscale", "video/mp4", Buffer.from("x"), 61), {
    instanceOf: ProviderError,
  });
  t.is(error?.message, "durationSeconds must be at most 60 for local-upscale-video.");
});

test("noise between words goes, the words stay, and the length is the declared one at most (rules/models 19)", async (t) => {
  const [speech] = await runLocal(LOCAL_VOICE, { kind: "audio", prompt: "One two three. Four five six." });
  const noisy = withNoise(speech?.bytes ?? Buffer.alloc(0));
  const [clean] = await ask("audio", "audio/wav", noisy, 30);
  const { sound, seconds } = await probed(clean?.bytes ?? Buffer.alloc(0));
  t.deepEqual(sound, { codec: "pcm_s16le", channels: 1, rate: 48_000 });
  t.true(Math.abs((seconds ?? 0) - secondsOf(noisy, 16_000)) < 0.02);
  const before = levels(noisy, 16_000);
  const after = levels(clean?.bytes ?? Buffer.alloc(0), 48_000);
  t.true(after.quiet < before.quiet - 15, JSON.stringify({ before, after }));
  t.true(after.loud > before.loud - 8, JSON.stringify({ before, after }));
  const [part] = await ask("audio", "audio/wav", noisy, 1);
  t.is((await probed(part?.bytes ?? Buffer.alloc(0))).seconds, 1);
});

test("a sound that never seems to end costs its declared seconds only (rules/models 19)", async (t) => {
  const [part] = await ask("audio", "audio/wav", makeWav(1800, 440), 0.5);
  t.is((await probed(part?.bytes ?? Buffer.alloc(0))).seconds, 0.5);
});

test("what lies, names other files or is beyond use is refused by the name of its parameter (rules/models 21)", async (t) => {
  // The rings have every third one, beside those of hostile/media/films, which come by HTTP.
  for (const { name, contentType, bytes } of ofRings(await filmBombs(await secretFile()), { each: 3 })) {
    const error = await t.throwsAsync(
      ask(contentType.startsWith("video/") ? "upscale" : "audio", contentType, bytes, 5),
      { instanceOf: ProviderError },
      name,
    );
    t.is(error?.failure, "invalid_params", `${name}: ${error?.message}`);
    t.regex(error?.message ?? "", /^sourceStorageId cannot be decoded: \S/u, name);
    t.notRegex(error?.message ?? "", /\/tmp|secret/u, name);
  }
});

/** Adds the hiss of a seeded source to 16-bit samples. */
function withNoise(wav: Buffer): Buffer {
  const noisy = Buffer.from(wav);
  let state = 1;
  for (let at = 44; at + 1 < noisy.length; at += 2) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    const hiss = ((state >>> 8) / 2 ** 24 - 0.5) * 2400;
    noisy.writeInt16LE(Math.max(-32_768, Math.min(32_767, Math.round(noisy.readInt16LE(at) + hiss))), at);
  }
  return noisy;
}
const secondsOf = (wav: Buffer, rate: number): number => (wav.length - 44) / 2 / rate;

/** Returns the levels in dB of the quietest and the loudest tenth of a recording, in pieces of 20 ms. */
function levels(wav: Buffer, rate: number): { quiet: number; loud: number } {
  const piece = rate / 50;
  const all: number[] = [];
  for (let from = 0; from + piece <= (wav.length - 44) / 2; from += piece) {
    let sum = 0;
    for (let at = from; at < from + piece; at += 1) sum += wav.readInt16LE(44 + at * 2) ** 2;
    all.push(10 * Math.log10(sum / piece / 32_768 ** 2 + 1e-12));
  }
  const sorted = all.toSorted((a, b) => a - b);
  return {
    quiet: sorted[Math.floor(all.length * 0.1)] ?? 0,
    loud: sorted[Math.floor(all.length * 0.9)] ?? 0,
  };
}
