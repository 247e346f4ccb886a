import test from "ava";
import { checkParams } from "../../../services/models/check-params/index.js";
import { audioModel } from "../../helpers/declared-models.js";
import { checkTable, ID, OTHER } from "./check-table.js";

const said = { kind: "audio", prompt: "hello" };
const source = { kind: "audio", sourceStorageId: ID };
const tts = audioModel("tts", { voices: ["ada", "bob"], defaultVoice: "ada" });
const sfx = audioModel("sfx", { minSeconds: 1, maxSeconds: 10 });
const music = audioModel("music");
const songs = audioModel("music", { supportsLyrics: true });
const both = audioModel("music", { supportsLyrics: true, supportsInstrumental: true });
const cleanup = audioModel("cleanup", { maxSeconds: 600 });
const dubbing = audioModel("dubbing", { targetLanguages: ["es", "fr"] });

checkTable([
  ["kind: another is refused", tts, { ...said, kind: "upscale" }, ["params.kind", '"audio"', '"upscale"']],

  ["tts: a prompt is enough", tts, said],
  ["tts: the prompt is required", tts, { kind: "audio" }, ["params.prompt", "required"]],
  ["tts: a prompt of white space is refused", tts, { ...said, prompt: "  " }, ["params.prompt", "blank"]],
  ["tts: each voice passes (rules/models 15)", tts, { ...said, voice: "bob" }],
  [
    "tts: another voice is refused (rules/models 15)",
    tts,
    { ...said, voice: "eve" },
    ["params.voice", '"eve"', '"ada", "bob"'],
  ],
  [
    "tts: a voice is refused where none is declared",
    audioModel("tts"),
    { ...said, voice: "ada" },
    ["params.voice", "It takes: kind, prompt, durationSeconds."],
  ],
  ["tts: voice must be text", tts, { ...said, voice: 1 }, ["params.voice", "string", "1"]],
  [
    "voice belongs to tts",
    audioModel("music", { voices: ["ada"] }),
    { ...said, voice: "ada" },
    ["params.voice"],
  ],
  ["sfx: a prompt is enough", sfx, said],
  ["sfx: the prompt is required", sfx, { kind: "audio" }, ["params.prompt", "required"]],

  ["music: a prompt is enough", music, said],
  ["music: the prompt is required", music, { kind: "audio" }, ["params.prompt", "required"]],
  [
    "music: lyrics are refused without supportsLyrics",
    music,
    { ...said, lyrics: "la" },
    ["params.lyrics", "It takes"],
  ],
  ["music: lyrics stand in for the prompt", both, { kind: "audio", lyrics: "la la" }],
  ["music: a prompt stands alone where instrumentals are supported", both, said],
  [
    "music: neither prompt nor lyrics is refused",
    both,
    { kind: "audio" },
    ["params.prompt", "params.lyrics"],
  ],
  [
    "music: blank lyrics do not stand in for the prompt",
    both,
    { kind: "audio", lyrics: " " },
    ["params.prompt", "params.lyrics"],
  ],
  ["vocal songs: lyrics alone pass", songs, { kind: "audio", lyrics: "la la" }],
  ["vocal songs: lyrics and prompt pass", songs, { ...said, lyrics: "la la" }],
  ["vocal songs: lyrics are required even with a prompt", songs, said, ["params.lyrics", "required"]],
  ["vocal songs: blank lyrics are refused", songs, { ...said, lyrics: "\n" }, ["params.lyrics", "required"]],
  [
    "lyrics of 100,001 characters are refused",
    songs,
    { kind: "audio", lyrics: "x".repeat(100_001) },
    ["params.lyrics", "100000"],
  ],
  ["lyrics must be text", songs, { kind: "audio", lyrics: ["la"] }, ["params.lyrics", "string", "a list"]],
  [
    "lyrics belong to music",
    audioModel("tts", { supportsLyrics: true }),
    { ...said, lyrics: "la" },
    ["params.lyrics"],
  ],

  ["supportsInstrumental: taken", both, { ...said, instrumental: true }],
  [
    "supportsInstrumental: refused without",
    music,
    { ...said, instrumental: true },
    ["params.instrumental", "It takes"],
  ],
  [
    "supportsInstrumental: must be a boolean",
    both,
    { ...said, instrumental: 1 },
    ["params.instrumental", "true or false", "1"],
  ],
  [
    "supportsStyleInstructions: taken",
    audioModel("tts", { supportsStyleInstructions: true }),
    { ...said, styleInstructions: "calm" },
  ],
  [
    "supportsStyleInstructions: refused without",
    tts,
    { ...said, styleInstructions: "calm" },
    ["params.styleInstructions", "It takes"],
  ],
  [
    "supportsStyleInstructions: must be text",
    audioModel("tts", { supportsStyleInstructions: true }),
    { ...said, styleInstructions: {} },
    ["params.styleInstructions", "an object"],
  ],

  ["durationSeconds: may be left out", sfx, said],
  ["durationSeconds: minSeconds passes", sfx, { ...said, durationSeconds: 1 }],
  ["durationSeconds: maxSeconds passes", sfx, { ...said, durationSeconds: 10 }],
  [
    "durationSeconds: below is refused",
    sfx,
    { ...said, durationSeconds: 0.5 },
    ["params.durationSeconds", "at least 1 and at most 10", "0.5"],
  ],
  [
    "durationSeconds: above is refused",
    sfx,
    { ...said, durationSeconds: 10.5 },
    ["params.durationSeconds", "at least 1 and at most 10", "10.5"],
  ],
  [
    "durationSeconds: only the declared bound is named",
    audioModel("sfx", { minSeconds: 3 }),
    { ...said, durationSeconds: 1 },
    ["must be at least 3; got 1"],
  ],
  [
    "durationSeconds: 0 is refused without bounds",
    music,
    { ...said, durationSeconds: 0 },
    ["params.durationSeconds", "greater than 0", "0"],
  ],
  [
    "durationSeconds: a negative is refused",
    music,
    { ...said, durationSeconds: -1 },
    ["params.durationSeconds", "greater than 0", "-1"],
  ],
  [
    "durationSeconds: NaN is refused",
    music,
    { ...said, durationSeconds: Number.NaN },
    ["params.durationSeconds", "NaN"],
  ],
  [
    "durationSeconds: Infinity is refused",
    music,
    { ...said, durationSeconds: Infinity },
    ["params.durationSeconds", "Infinity"],
  ],
  [
    "durationSeconds: a huge one is refused without bounds",
    music,
    { ...said, durationSeconds: 1e300 },
    ["params.durationSeconds", "1000000", "1e+300"],
  ],
  [
    "durationSeconds: text is refused",
    music,
    { ...said, durationSeconds: "5" },
    ["params.durationSeconds", "number", '"5"'],
  ],

  ["cleanup: source and seconds are enough", cleanup, { ...source, durationSeconds: 12.5 }],
  [
    "cleanup: a prompt is not required but may be there",
    cleanup,
    { ...source, durationSeconds: 1, prompt: "soft" },
  ],
  ["cleanup: seconds are required", cleanup, source, ["params.durationSeconds", "required"]],
  [
    "cleanup: the source is required",
    cleanup,
    { kind: "audio", durationSeconds: 1 },
    ["params.sourceStorageId", "required"],
  ],
  [
    "cleanup: a malformed source is refused",
    cleanup,
    { kind: "audio", sourceStorageId: "abc", durationSeconds: 1 },
    ["params.sourceStorageId", "UUID", '"abc"'],
  ],
  [
    "cleanup: maxSeconds bounds",
    cleanup,
    { ...source, durationSeconds: 601 },
    ["params.durationSeconds", "at most 600", "601"],
  ],
  [
    "cleanup: a video is of dubbing",
    cleanup,
    { ...source, durationSeconds: 1, videoStorageId: ID },
    ["params.videoStorageId", "It takes"],
  ],
  [
    "sources are refused by tts",
    tts,
    { ...said, sourceStorageId: ID },
    ["params.sourceStorageId", "It takes"],
  ],

  ["dubbing: audio will do", dubbing, source],
  ["dubbing: video will do", dubbing, { kind: "audio", videoStorageId: ID }],
  ["dubbing: both will do", dubbing, { ...source, videoStorageId: OTHER }],
  [
    "dubbing: one of them is required",
    dubbing,
    { kind: "audio", targetLanguage: "es" },
    ["params.sourceStorageId", "params.videoStorageId", "required"],
  ],
  [
    "dubbing: a malformed video is refused",
    dubbing,
    { kind: "audio", videoStorageId: 3 },
    ["params.videoStorageId", "UUID", "3"],
  ],
  ["dubbing: each language passes", dubbing, { ...source, targetLanguage: "fr", durationSeconds: 3 }],
  [
    "dubbing: another language is refused",
    dubbing,
    { ...source, targetLanguage: "de" },
    ["params.targetLanguage", '"de"', '"es", "fr"'],
  ],
  [
    "dubbing: a language is refused where none is declared",
    audioModel("dubbing"),
    { ...source, targetLanguage: "es" },
    ["params.targetLanguage", "It takes"],
  ],
  [
    "targetLanguage belongs to dubbing",
    audioModel("tts", { targetLanguages: ["es"] }),
    { ...said, targetLanguage: "es" },
    ["params.targetLanguage"],
  ],

  [
    "unknown fields are refused and the valid ones named",
    tts,
    { ...said, speed: 2 },
    ["params.speed", "kind, prompt, voice, durationSeconds"],
  ],
  ["fields of another kind are refused", tts, { ...said, aspectRatio: "1:1" }, ["params.aspectRatio"]],
]);

test("audio sources are listed as audio, the dubbed video as video (rules/models 17 and 21)", (t) => {
  t.deepEqual(checkParams(dubbing, { ...source, videoStorageId: OTHER }).media, [
    { field: "sourceStorageId", storageId: ID, kinds: ["audio"] },
    { field: "videoStorageId", storageId: OTHER, kinds: ["video"] },
  ]);
  t.deepEqual(checkParams(cleanup, { ...source, durationSeconds: 1 }).media, [
    { field: "sourceStorageId", storageId: ID, kinds: ["audio"] },
  ]);
  t.deepEqual(checkParams(tts, said).media, []);
});
