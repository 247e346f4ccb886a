import type { UpstreamModel, UpstreamTranscriber } from "../../kit/upstream/upstream-model.js";

const READ = "2026-11-22";
const PAGE = "https://elevenlabs.io/pricing/api";
/** Voices of the default library; others are added by MODELS_DIR with their ids. */
export const VOICE_IDS: Readonly<Record<string, string>> = {
  rachel: "21m00Tcm4TlvDq8ikWAM",
  sarah: "EXAVITQu4vr4xnSDxMaL",
  george: "JBFqnCBsd6RMkjVDRZzb",
  charlie: "IKne3meq5aSn9XLyUdCD",
  laura: "FGY2WhTYpPnrIDTdsKH5",
  liam: "TX3LPaxmHKxFdv7VOQHJ",
};
const AUDIO = {
  kind: "audio",
  supportsLyrics: false,
  supportsInstrumental: false,
  supportsStyleInstructions: false,
} as const;
const LANGUAGES = [
  "en",
  "hi",
  "pt",
  "zh",
  "es",
  "fr",
  "de",
  "ja",
  "ar",
  "ru",
  "ko",
  "id",
  "it",
  "nl",
  "tr",
  "pl",
  "sv",
  "fil",
  "ms",
  "ro",
  "uk",
  "el",
  "cs",
  "da",
  "fi",
  "bg",
  "hr",
  "sk",
  "ta",
];

/** Models of ElevenLabs. A cent is a credit. */
export const ELEVENLABS_MODELS: readonly UpstreamModel[] = [
  {
    id: "elevenlabs-multilingual-v2",
    kind: "audio",
    displayName: "Eleven Multilingual v2 (ElevenLabs)",
    providerModelId: "eleven_multilingual_v2",
    paidOnly: false,
    pricing: { creditsPerThousandChars: 12 },
    capabilities: { ...AUDIO, category: "tts", voices: Object.keys(VOICE_IDS), defaultVoice: "rachel" },
    source: {
      page: PAGE,
      date: READ,
      assumed: "0.12 $ a thousand characters; the rate of a plan may be lower.",
    },
  },
  {
    id: "elevenlabs-flash-v2-5",
    kind: "audio",
    displayName: "Eleven Flash v2.5 (ElevenLabs)",
    providerModelId: "eleven_flash_v2_5",
    paidOnly: false,
    pricing: { creditsPerThousandChars: 6 },
    capabilities: { ...AUDIO, category: "tts", voices: Object.keys(VOICE_IDS), defaultVoice: "rachel" },
    source: { page: PAGE, date: READ, assumed: "Half of the price of Multilingual v2." },
  },
  {
    id: "elevenlabs-sound-effects",
    kind: "audio",
    displayName: "Sound Effects (ElevenLabs)",
    providerModelId: "sound-generation",
    paidOnly: false,
    pricing: { creditsPerSecond: { "*": 0.5 } },
    capabilities: { ...AUDIO, category: "sfx", minSeconds: 0.5, maxSeconds: 22 },
    source: { page: PAGE, date: READ, assumed: "About 0.12 $ for an effect of 22 s." },
  },
  {
    id: "elevenlabs-music",
    kind: "audio",
    displayName: "Eleven Music (ElevenLabs)",
    providerModelId: "music_v1",
    paidOnly: true,
    pricing: { creditsPerSecond: { "*": 1.4 } },
    capabilities: {
      ...AUDIO,
      category: "music",
      supportsInstrumental: true,
      minSeconds: 10,
      maxSeconds: 300,
    },
    source: { page: PAGE, date: READ, assumed: "About 0.80 $ a minute." },
  },
  {
    id: "elevenlabs-voice-isolator",
    kind: "audio",
    displayName: "Voice Isolator (ElevenLabs)",
    providerModelId: "audio-isolation",
    paidOnly: false,
    pricing: { creditsPerSecond: { "*": 0.2 } },
    capabilities: { ...AUDIO, category: "cleanup" },
    source: { page: PAGE, date: READ, assumed: "1,000 characters' worth of credits a minute." },
  },
  {
    id: "elevenlabs-dubbing",
    kind: "audio",
    displayName: "Dubbing (ElevenLabs)",
    providerModelId: "dubbing",
    paidOnly: true,
    pricing: { creditsPerSecond: { "*": 0.9 } },
    capabilities: { ...AUDIO, category: "dubbing", targetLanguages: LANGUAGES },
    source: { page: PAGE, date: READ, assumed: "About 0.50 $ a minute." },
  },
];

/** Words with their times and speakers together. */
export const ELEVENLABS_TRANSCRIBERS: readonly (UpstreamTranscriber & { source: UpstreamModel["source"] })[] =
  [
    {
      id: "elevenlabs-scribe-v2",
      displayName: "Scribe v2 (ElevenLabs): words and speakers",
      providerModelId: "scribe_v2",
      preference: 30,
      fixed: { diarize: true, timestamps_granularity: "word", tag_audio_events: false },
      source: {
        page: "https://elevenlabs.io/docs/api-reference/speech-to-text/convert",
        date: READ,
        assumed: "The name of the model that is current.",
      },
    },
  ];
