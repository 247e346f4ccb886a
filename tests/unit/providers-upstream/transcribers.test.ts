import { Readable } from "node:stream";
import test from "ava";
import type { ProviderContext } from "../../../plugins/kit/model-provider.js";
import { makeWav } from "../../../plugins/kit/media/wav.js";
import { serveUpstream } from "../../stand-ins/upstream/serve-upstream.js";
import { busy, CASES, KEY, open, signal } from "../../helpers/upstream-cases.js";

const talk = makeWav(2, 440);
const recording = {
  storageId: "a-talk",
  contentType: "audio/wav",
  sizeBytes: talk.length,
  stream: async () => Readable.from([talk]),
};
const hearing = { signal, input: async () => recording } as unknown as ProviderContext;
const work = { id: "1", storageId: "a-talk", durationSeconds: 2, language: null };
const words = [
  { text: "Hello", start: 0, end: 0.5 },
  { text: "there", start: 0.5, end: 1.2 },
  { text: "Hi", start: 1.3, end: 2 },
];

for (const [vendor, id, expected] of [
  ["openai", "openai-whisper-1", { language: "en", words }],
  [
    "openai",
    "openai-gpt-4o-transcribe-diarize",
    {
      language: null,
      words: [],
      segments: [
        { text: "Hello there.", start: 0, end: 1.2, speaker: "A" },
        { text: "Hi.", start: 1.3, end: 2, speaker: "B" },
      ],
    },
  ],
  ["openai-compatible", "own-whisper", { language: "en", words }],
  [
    "elevenlabs",
    "elevenlabs-scribe-v2",
    {
      language: "en",
      words: [
        { text: "Hello", start: 0, end: 0.5, speaker: "A" },
        { text: "there.", start: 0.5, end: 1.2, speaker: "A" },
        { text: "Hi.", start: 1.3, end: 2, speaker: "B" },
      ],
      segments: [],
    },
  ],
] as const)
  test(`${id} gives words and speakers as the vendor has them, and tries once (rules/models 36)`, async (t) => {
    const each = CASES[vendor];
    if (!each) throw new Error(vendor);
    const upstream = await serveUpstream(each.vendor(KEY));
    t.teardown(() => upstream.close());
    const transcriber = open("transcriber", each, upstream.url, KEY, id);
    const found = await transcriber.submit(work, hearing);
    if (found.state !== "succeeded") throw new Error(found.state);
    t.is(found.transcript.text, "Hello there. Hi.");
    t.like(found.transcript, expected as never);
    t.true(upstream.seen[0]?.body.includes(talk));
    t.is(transcriber.perPayer, 2, "one payer does not take all places (rules/models 47)");
    if (vendor !== "elevenlabs") {
      const german = await transcriber.submit({ ...work, language: "de-AT" }, hearing);
      if (german.state === "succeeded" && expected.language !== null) t.is(german.transcript.language, "de");
    }
    for (const [what, fault, refusal] of busy) {
      upstream.faults = [fault];
      const before = upstream.seen.length;
      t.like(
        await t.throwsAsync(async () => transcriber.submit(work, hearing), undefined, what),
        refusal,
        what,
      );
      t.is(upstream.seen.length, before + 1, what);
    }
  });

test("openai: a recording has a name that the vendor takes, and another type is recoded (rules/models 54)", async (t) => {
  const upstream = await serveUpstream(CASES.openai.vendor(KEY));
  t.teardown(() => upstream.close());
  const transcriber = open("transcriber", CASES.openai, upstream.url, KEY, "openai-whisper-1");
  const namesOf = async (contentType: string) => {
    const input = async () => ({ ...recording, contentType });
    await transcriber.submit(work, { ...hearing, input } as unknown as ProviderContext);
    const { body } = upstream.seen.at(-1) ?? { body: Buffer.alloc(0) };
    return { name: /filename="([^"]*)"/.exec(body.toString("latin1"))?.[1], isWhole: body.includes(talk) };
  };
  for (const [contentType, name] of [
    ["audio/x-flac", "recording.flac"],
    ["audio/opus", "recording.ogg"],
    ["audio/vnd.wave; codec=1", "recording.wav"],
    ["video/x-m4v", "recording.mp4"],
    ["video/mpeg", "recording.mpeg"],
  ] as const)
    t.deepEqual(await namesOf(contentType), { name, isWhole: true }, contentType);
  t.deepEqual(await namesOf("audio/aac"), { name: "recording.mp4", isWhole: false });
});

test("ElevenLabs runs at most two jobs of one payer at a time (rules/models 47)", (t) => {
  t.is(open("modelProvider", CASES.elevenlabs, "http://127.0.0.1:1", KEY).perPayer, 4);
});
