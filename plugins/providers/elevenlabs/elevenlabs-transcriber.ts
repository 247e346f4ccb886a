import type { Transcript, TranscriptWord } from "../../../contracts/transcriptions.js";
import { ProviderError } from "../../kit/provider-error.js";
import { lendBeginning, RECORDINGS_PER_PAYER } from "../../kit/recordings/lend-beginning.js";
import type { Transcriber } from "../../kit/transcriber.js";
import { languageCode } from "../../kit/upstream/language-code.js";
import { speakerLabels } from "../../kit/upstream/speaker-labels.js";
import type { UpstreamClient } from "../../kit/upstream/upstream-client.js";
import type { UpstreamTranscriber } from "../../kit/upstream/upstream-model.js";

/**
 * Speech to text of ElevenLabs, which gives words with their times and speakers. Recordings are cut in a folder below
 * `parent`.
 */
export function elevenLabsTranscriber(
  { client, parent }: { client: UpstreamClient; parent: string },
  { id, displayName, providerModelId, fixed = {}, preference, languages }: UpstreamTranscriber,
): Transcriber {
  return {
    id,
    displayName,
    provider: "elevenlabs",
    ...(preference !== undefined && { preference }),
    ...(languages && { languages }),
    resubmit: "never",
    perPayer: RECORDINGS_PER_PAYER,
    async submit({ id: work, payer, storageId, durationSeconds, language }, ctx) {
      const fields = {
        ...fixed,
        model_id: providerModelId,
        ...(language && { language_code: language.split("-")[0] }),
      };
      const beginning = {
        ctx,
        seconds: durationSeconds,
        form: "voice",
        field: "storageId",
        parent,
        account: payer ?? work,
      } as const;
      // All that is sent is transcribed and billed.
      const answer = await lendBeginning(storageId, beginning, (file) =>
        client.json("v1/speech-to-text", {
          parts: [
            ...Object.entries(fields).map(([name, value]) => ({ name, value: String(value) })),
            { name: "file", file, filename: file.storageId },
          ],
          signal: ctx.signal,
        }),
      );
      return { state: "succeeded", transcript: read(answer) };
    },
  };
}

interface Heard {
  text?: unknown;
  start?: unknown;
  end?: unknown;
  type?: unknown;
  speaker_id?: unknown;
}

function read({ text, language_code: language, words }: Readonly<Record<string, unknown>>): Transcript {
  if (typeof text !== "string")
    throw new ProviderError("unknown", "ElevenLabs answered without a text.", { charged: true });
  const labelOf = speakerLabels();
  const heard = (Array.isArray(words) ? words : []) as (Heard | null)[];
  return {
    text,
    language: languageCode(language),
    // The spaces between words, and what is no speech, are parts of the list too.
    words: heard.flatMap((part): TranscriptWord[] =>
      part?.type === "word" && typeof part.text === "string"
        ? [
            {
              text: part.text,
              ...timeOf("start", part.start),
              ...timeOf("end", part.end),
              ...labelOf(part.speaker_id),
            },
          ]
        : [],
    ),
    segments: [],
  };
}

const timeOf = (name: "start" | "end", value: unknown): { start?: number; end?: number } =>
  typeof value === "number" && value >= 0 ? { [name]: value } : {};
