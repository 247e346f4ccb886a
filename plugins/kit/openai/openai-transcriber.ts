import type { Transcript, TranscriptSegment, TranscriptWord } from "../../../contracts/transcriptions.js";
import type { ProviderInput } from "../model-provider.js";
import { ProviderError } from "../provider-error.js";
import { lendBeginning, RECORDINGS_PER_PAYER } from "../recordings/lend-beginning.js";
import type { Transcriber } from "../transcriber.js";
import { languageCode } from "../upstream/language-code.js";
import type { FormPart } from "../upstream/multipart.js";
import { speakerLabels } from "../upstream/speaker-labels.js";
import type { UpstreamClient } from "../upstream/upstream-client.js";
import type { UpstreamTranscriber } from "../upstream/upstream-model.js";
import { isTaken, recordingName } from "./recording-name.js";

export interface OpenAiTranscriberSettings extends UpstreamTranscriber {
  provider: string;
  client: UpstreamClient;
  /** The most bytes of a file that the upstream takes; any when left out. */
  maxBytes?: number;
  /** The folder below which recordings are cut. */
  parent: string;
}

const MB = 1024 * 1024;

/**
 * Returns a transcriber that uses OpenAI's API. `verbose_json` has segments, and words with times if
 * `timestamp_granularities[]` asks for them; `diarized_json` has segments with speakers.
 */
export function openAiTranscriber({
  client,
  maxBytes = Infinity,
  parent,
  providerModelId,
  fixed = { response_format: "verbose_json" },
  ...offer
}: OpenAiTranscriberSettings): Transcriber {
  return {
    id: offer.id,
    displayName: offer.displayName,
    provider: offer.provider,
    ...(offer.preference !== undefined && { preference: offer.preference }),
    ...(offer.languages && { languages: offer.languages }),
    resubmit: "never",
    perPayer: RECORDINGS_PER_PAYER,
    async submit({ id, payer, storageId, durationSeconds, language }, ctx) {
      const send = async (file: ProviderInput) => {
        if (file.sizeBytes > maxBytes)
          throw new ProviderError(
            "invalid_params",
            `${offer.displayName} takes files of at most ${Math.floor(maxBytes / MB)} MB; this one has ${Math.ceil(file.sizeBytes / MB)} MB.`,
          );
        const fields = {
          ...fixed,
          model: providerModelId,
          ...(language && { language: language.split("-")[0] }),
        };
        const parts: FormPart[] = [
          ...Object.entries(fields).flatMap(([name, value]) =>
            [value].flat().map((each) => ({ name, value: String(each) })),
          ),
          { name: "file", file, filename: recordingName(file.contentType) },
        ];
        return client.json("audio/transcriptions", { parts, signal: ctx.signal });
      };
      const beginning = {
        ctx,
        seconds: durationSeconds,
        form: "voice",
        field: "storageId",
        parent,
        account: payer ?? id,
        takes: isTaken,
      } as const;
      // All that is sent is transcribed and billed.
      const answer = await lendBeginning(storageId, beginning, send);
      return { state: "succeeded", transcript: read(answer) };
    },
  };
}

function read(answer: Readonly<Record<string, unknown>>): Transcript {
  const { text } = answer;
  if (typeof text !== "string")
    throw new ProviderError("unknown", "The transcriber answered without a text.", { charged: true });
  const labelOf = speakerLabels();
  return {
    text,
    language: languageCode(answer.language),
    words: listOf(answer.words).map(({ word, start, end }): TranscriptWord => ({
      text: String(word),
      ...(isTime(start) && { start }),
      ...(isTime(end) && { end }),
    })),
    segments: listOf(answer.segments).flatMap(({ text: said, start, end, speaker }): TranscriptSegment[] =>
      isTime(start) && isTime(end) ? [{ text: String(said), start, end, ...labelOf(speaker) }] : [],
    ),
  };
}

const listOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === "object" && each !== null) : [];

const isTime = (value: unknown): value is number => typeof value === "number" && value >= 0;
