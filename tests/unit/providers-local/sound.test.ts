import test from "ava";
import { LOCAL_MUSIC, LOCAL_SFX, LOCAL_VOICE } from "../../../plugins/providers/local/models.js";
import { ProviderError } from "../../../plugins/kit/provider-error.js";
import { EFFECTS } from "../../../plugins/providers/local/sound/effects.js";
import { MOODS } from "../../../plugins/providers/local/sound/make-music.js";
import { ofRings } from "../../helpers/of-rings.js";
import { runLocal } from "../../helpers/run-local.js";

type Model = typeof LOCAL_SFX;

async function sound(model: Model, params: Record<string, unknown>, jobId = "job"): Promise<Buffer> {
  const [{ contentType, bytes }] = await runLocal(model, { kind: "audio", ...params }, { jobId });
  if (contentType !== "audio/wav") throw new Error(contentType);
  return bytes;
}

/** Returns the length of a WAV file of the product, and its loudness, of which 1 is the maximum. */
function measure(bytes: Buffer) {
  const [channels, rate] = [bytes.readUInt16LE(22), bytes.readUInt32LE(24)];
  const samples = new Int16Array(bytes.buffer.slice(bytes.byteOffset + 44, bytes.byteOffset + bytes.length));
  let [peak, sum] = [0, 0];
  for (const sample of samples) {
    peak = Math.max(peak, Math.abs(sample) / 0x8000);
    sum += (sample / 0x8000) ** 2;
  }
  const window = rate * channels;
  let silent = 0;
  for (let at = 0; at + window <= samples.length; at += window)
    if (samples.subarray(at, at + window).every((sample) => Math.abs(sample) < 20)) silent += 1;
  return {
    seconds: samples.length / channels / rate,
    rate,
    channels,
    peak,
    level: Math.sqrt(sum / samples.length),
    silent,
  };
}

// The rings have every fourth effect and every third mood, the whole run each.
for (const name of ofRings(Object.keys(EFFECTS), { each: 4 }))
  test(`a sound effect lasts as long as was asked for and can be heard: ${name}`, async (t) => {
    const bytes = await sound(LOCAL_SFX, { prompt: EFFECTS[name]?.words[0], durationSeconds: 2 });
    const { seconds, peak, level } = measure(bytes);
    t.is(seconds, 2);
    t.true(peak > 0.6 && peak < 0.75, String(peak));
    t.true(level > 0.005, String(level));
  });

for (const name of ofRings(Object.keys(MOODS), { each: 3 }))
  test(`a piece of music has its length, a level without clipping, and no silent second: ${name}`, async (t) => {
    const { seconds, rate, channels, peak, level, silent } = measure(
      await sound(LOCAL_MUSIC, { prompt: `${MOODS[name]?.words[0]} music`, durationSeconds: 6 }),
    );
    t.deepEqual([seconds, rate, channels], [6, 44_100, 2]);
    t.true(peak > 0.6 && peak < 0.75, String(peak));
    t.true(level > 0.02, String(level));
    t.is(silent, 0);
  });

test("a seed gives the same bytes again, also to another job; without one each job is its own (rules/models 39)", async (t) => {
  for (const model of [LOCAL_MUSIC, LOCAL_SFX]) {
    const wish = { prompt: "epic thunder [seed=7]", durationSeconds: 5 };
    t.true((await sound(model, wish, "one")).equals(await sound(model, wish, "two")));
    const free = { prompt: "epic thunder", durationSeconds: 5 };
    t.false((await sound(model, free, "one")).equals(await sound(model, free, "two")));
  }
});

test("speech is longer for a longer text, differs by voice, and is the same again", async (t) => {
  const text = "The quick brown fox jumps over the lazy dog.";
  const short = measure(await sound(LOCAL_VOICE, { prompt: text }));
  t.true(short.seconds > 1.5 && short.seconds < 8, String(short.seconds));
  t.true(short.level > 0.01, String(short.level));
  t.deepEqual([short.rate, short.channels], [16_000, 1]);
  const long = measure(await sound(LOCAL_VOICE, { prompt: `${text} `.repeat(40) }));
  t.true(long.seconds > short.seconds * 25, String(long.seconds));
  const { capabilities } = LOCAL_VOICE;
  const voices = capabilities.kind === "audio" ? (capabilities.voices ?? []) : [];
  const spoken = await Promise.all(voices.map((voice) => sound(LOCAL_VOICE, { prompt: text, voice })));
  t.is(new Set(spoken.map((bytes) => bytes.toString("base64"))).size, voices.length);
  for (const [at, { level, peak }] of spoken.map(measure).entries())
    t.true(level > 0.05 && level < 0.12 && peak < 0.75, `${voices[at]}: ${level}, ${peak}`);
  t.true((await sound(LOCAL_VOICE, { prompt: text, voice: voices[0] })).equals(spoken[0] ?? Buffer.alloc(0)));
});

test("accents and typographic signs are read, and a text without anything to read is invalid_params", async (t) => {
  t.true(measure(await sound(LOCAL_VOICE, { prompt: "Café “naïve” — it’s fine." })).seconds > 1);
  const error = await t.throwsAsync(sound(LOCAL_VOICE, { prompt: "日本語 😀" }), {
    instanceOf: ProviderError,
  });
  t.is(error.failure, "invalid_params");
  t.regex(error.message, /^prompt cannot be used: /u);
});
