import test from "ava";
import fc from "fast-check";
import { createTranscription, type Transcript, transcript } from "../../../contracts/transcriptions.js";
import { speak } from "../../../plugins/providers/mock/speak.js";
import type { TranscriberOffer } from "../../../plugins/kit/transcriber.js";
import { candidates } from "../../../services/transcriptions/choose-transcriber.js";
import { completeTranscript } from "../../../services/transcriptions/complete-transcript.js";
import { priceOf } from "../../../services/transcriptions/price.js";
import { toSrt, toVtt } from "../../../services/transcriptions/subtitles.js";

test("72 credits an hour of declared duration, rounded up to whole credits (rules/transcriptions 2)", (t) => {
  const prices: [seconds: number, credits: number][] = [
    [0.001, 1],
    [1, 1],
    [50, 1],
    [50.001, 2],
    [100, 2],
    [3600, 72],
    [3600.5, 73],
    [7200, 144],
    [86_400, 1728],
    [1_000_000, 20_000],
  ];
  for (const [seconds, credits] of prices) t.is(priceOf(seconds), credits, String(seconds));
});

test("language is a BCP-47 tag; an empty one is refused (rules/transcriptions 7)", (t) => {
  const check = (language: unknown) =>
    createTranscription.params.safeParse({
      storageId: "00000000-0000-4000-8000-000000000001",
      durationSeconds: 1,
      language,
    }).success;
  for (const good of [
    "en",
    "pt-BR",
    "zh-Hant-TW",
    "de-1996",
    "es-419",
    "sr-Latn",
    "cmn",
    "EN-us",
    null,
    undefined,
  ])
    t.true(check(good), String(good));
  for (const bad of [
    "",
    " ",
    "e",
    "en_US",
    "english!",
    "en-",
    "-en",
    "en--US",
    "123",
    "auto detect",
    5,
    ["en"],
  ])
    t.false(check(bad), String(bad));
});

const word = (text: string, start?: number, end?: number, speaker?: string) => ({
  text,
  ...(start !== undefined && { start }),
  ...(end !== undefined && { end }),
  ...(speaker !== undefined && { speaker }),
});
const said = (change: Partial<Transcript>): Transcript => ({
  text: "",
  language: null,
  words: [],
  segments: [],
  ...change,
});

test("nothing after the declared seconds is kept, and what straddles their end ends there (rules/transcriptions 5)", (t) => {
  const words = [word("One", 0, 0.4), word("two", 0.5, 1.2), word("three", 1.3, 1.5)];
  const kept = completeTranscript(
    said({ text: "One two three", words, segments: [{ text: "One two three", start: 0, end: 1.5 }] }),
    1,
  );
  t.deepEqual(kept.words, [word("One", 0, 0.4), word("two", 0.5, 1)]);
  t.deepEqual(kept.segments, [{ text: "One two", start: 0, end: 1 }]);
  t.is(kept.text, "One two");
});

test("segments come from words where there are none, parted by voice, sentence and pause; words from segments (rules/transcriptions 5)", (t) => {
  const words = [
    word("Hello.", 0, 0.4, "A"),
    word("Hi", 0.5, 0.8, "B"),
    word("there", 0.9, 1.2, "B"),
    word("friend", 4, 4.5, "B"),
  ];
  const { segments } = completeTranscript(said({ text: "Hello. Hi there friend", words }), 60);
  t.deepEqual(
    segments.map(({ text, speaker }) => [text, speaker]),
    [
      ["Hello.", "A"],
      ["Hi there", "B"],
      ["friend", "B"],
    ],
  );
  const parts = [{ text: "Good day", start: 1, end: 2, speaker: "A" }];
  t.deepEqual(completeTranscript(said({ text: "Good day", segments: parts }), 60).words, [
    { text: "Good", speaker: "A" },
    { text: "day", speaker: "A" },
  ]);
  t.deepEqual(completeTranscript(said({ text: " All of it. " }), 9), {
    text: "All of it.",
    language: null,
    words: [{ text: "All" }, { text: "of" }, { text: "it." }],
    segments: [{ text: "All of it.", start: 0, end: 9 }],
  });
  t.deepEqual(completeTranscript(said({}), 9), said({}));
  const dense = [word("こん", 0, 0.3), word("にちは", 0.3, 0.9), word("。", 0.9, 1)];
  t.is(completeTranscript(said({ words: dense }), 9).segments[0]?.text, "こんにちは。");
});

test("an answer that is no transcript fails the transcription (rules/transcriptions 9)", (t) => {
  for (const answer of [
    null,
    {},
    "text",
    said({ words: [{ text: "x", start: -1 }] }),
    said({ text: 5 as never }),
  ])
    t.throws(() => completeTranscript(answer, 1), { name: "ProviderError", message: /cannot be read/ });
});

const spoken = fc.record({
  text: fc.string(),
  language: fc.constant("en"),
  words: fc.array(
    fc.record(
      {
        text: fc.string(),
        start: fc.double({ min: 0, max: 100, noNaN: true }),
        end: fc.double({ min: 0, max: 100, noNaN: true }),
        speaker: fc.constantFrom("A", "B"),
      },
      { requiredKeys: ["text"] },
    ),
  ),
  segments: fc.array(
    fc.record({
      text: fc.string(),
      start: fc.double({ min: 0, max: 100, noNaN: true }),
      end: fc.double({ min: 0, max: 100, noNaN: true }),
    }),
  ),
});

test("whatever a transcriber says, times are in order and within the declared seconds; subtitles keep their form (rules/transcriptions 4 and 5)", (t) => {
  fc.assert(
    fc.property(spoken, fc.double({ min: 0.01, max: 120, noNaN: true }), (answer, seconds) => {
      const kept = transcript.parse(completeTranscript(answer, seconds));
      for (const { start = 0, end = start } of [...kept.words, ...kept.segments])
        if (!(start <= end && end <= seconds)) return false;
      const srt =
        /^(?:\d+\n\d\d+:\d\d:\d\d,\d{3} --> \d\d+:\d\d:\d\d,\d{3}\n(?!\n)[^\n]+(?:\n[^\n]+)?\n(?:\n|$))*$/;
      const vtt =
        /^WEBVTT\n(?:\n\d\d+:\d\d:\d\d\.\d{3} --> \d\d+:\d\d:\d\d\.\d{3}\n(?!\n)[^\n]+(?:\n[^\n]+)?\n)*$/;
      return srt.test(toSrt(kept)) && vtt.test(toVtt(kept));
    }),
    { numRuns: Number(process.env.KILN_RUNS ?? 300) },
  );
  t.pass();
});

test("subtitles: numbered cues with commas in srt; points, voices and escapes in vtt (rules/transcriptions 4)", (t) => {
  const words = [
    word("Is", 3661.5, 3661.7, "A"),
    word("1<2", 3661.8, 3662, "A"),
    word("&", 3662.1, 3662.2, "A"),
    word("3-->4?", 3662.3, 3662.9, "A"),
    word("Yes.", 3663, 3663.25, "B"),
  ];
  const two = said({ words });
  t.is(
    toSrt(two),
    "1\n01:01:01,500 --> 01:01:02,900\nIs 1<2 & 3→4?\n\n2\n01:01:03,000 --> 01:01:03,250\nYes.\n",
  );
  t.is(
    toVtt(two),
    "WEBVTT\n\n01:01:01.500 --> 01:01:02.900\n<v A>Is 1&lt;2 &amp; 3--&gt;4?\n\n01:01:03.000 --> 01:01:03.250\n<v B>Yes.\n",
  );
  const long = speak({ seed: 1, seconds: 60, language: "en" });
  for (const cue of toSrt(long).split("\n\n"))
    for (const line of cue.split("\n").slice(2)) t.true(line.length <= 60);
});

test("the mock speaks at least a word, within the declared seconds, the same for the same seed (rules/transcriptions 5)", (t) => {
  for (const seconds of [0.001, 0.1, 0.5, 1, 7.3, 60, 1_000_000]) {
    const heard = speak({ seed: 7, seconds, language: "en" });
    t.deepEqual(heard, speak({ seed: 7, seconds, language: "en" }));
    t.true(heard.words.length >= 1 && heard.words.length <= 5000);
    t.deepEqual(completeTranscript(heard, seconds), heard, `${seconds}: nothing is cut`);
  }
  t.notDeepEqual(
    speak({ seed: 1, seconds: 9, language: "en" }),
    speak({ seed: 2, seconds: 9, language: "en" }),
  );
});

const offer = (id: string, change: Partial<TranscriberOffer> = {}): TranscriberOffer => ({
  id,
  displayName: id,
  provider: id,
  ...change,
});

test("the preferred transcriber that understands the language works; nobody who does is named by languages", (t) => {
  const ids = (language: string | null, ...offers: TranscriberOffer[]) =>
    candidates(offers, language).map(({ id }) => id);
  const english = offer("english", { languages: ["en"], preference: 5 });
  const brazil = offer("brazil", { languages: ["pt-BR"] });
  const any = offer("any");
  t.deepEqual(ids("en-GB", any, english), ["english", "any"]);
  t.deepEqual(ids(null, any, english), ["english", "any"]);
  t.deepEqual(ids("de", any, english), ["any"]);
  t.deepEqual(ids("pt", brazil), ["brazil"]);
  t.deepEqual(ids("PT-br", brazil), ["brazil"]);
  t.deepEqual(ids("en", offer("b"), offer("a")), ["a", "b"]);
  t.deepEqual(ids("de"), []);
  t.throws(() => ids("de", english, brazil), { message: "language must be one of en, pt-BR, or left out." });
  t.throws(() => ids("eng", english), { message: /one of en/ });
});
