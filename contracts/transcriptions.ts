import { z } from "zod";
import { contract } from "./contract.js";
import { PARAM_LIMITS } from "./generation-params.js";
import { timestamp, uuid } from "./ids.js";

export const TRANSCRIPTION_STATUSES = ["queued", "running", "succeeded", "failed"] as const;
export type TranscriptionStatus = (typeof TRANSCRIPTION_STATUSES)[number];

/** Credits for an hour of declared duration (rules/transcriptions 2). */
export const CREDITS_PER_HOUR = 72;

export const TRANSCRIPT_FORMATS = ["json", "srt", "vtt", "txt"] as const;
export type TranscriptFormat = (typeof TRANSCRIPT_FORMATS)[number];

const LANGUAGE = "must be a BCP-47 language tag such as en or pt-BR; leave it out to have it detected";

/** Returns true for a well-formed BCP 47 tag, whether or not the language exists. */
function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

export const languageTag = z.string(LANGUAGE).max(64, LANGUAGE).refine(isLanguageTag, LANGUAGE);

const seconds = z.number().nonnegative();

export const transcriptWord = z.strictObject({
  text: z.string(),
  start: seconds.optional(),
  end: seconds.optional(),
  speaker: z.string().optional(),
});
export type TranscriptWord = z.infer<typeof transcriptWord>;

export const transcriptSegment = z.strictObject({
  text: z.string(),
  start: seconds,
  end: seconds,
  speaker: z.string().optional(),
});
export type TranscriptSegment = z.infer<typeof transcriptSegment>;

/** A transcript of the spoken words. Times are seconds (rules/transcriptions 5). */
export const transcript = z.strictObject({
  text: z.string(),
  language: z.string().nullable(),
  words: z.array(transcriptWord),
  segments: z.array(transcriptSegment),
});
export type Transcript = z.infer<typeof transcript>;

/**
 * A transcription as its submitter reads it; `charged` and `error` mean what they mean for generation jobs
 * (rules/generation 7).
 */
export const transcription = z.strictObject({
  id: z.string(),
  status: z.enum(TRANSCRIPTION_STATUSES),
  language: z
    .string()
    .nullable()
    .describe(
      "Language that was asked for; without one, the language found in the recording, once it succeeded.",
    ),
  errorMessage: z.string().nullable(),
  costCredits: z.int().nullable(),
  createdAt: timestamp(),
  completedAt: timestamp().nullable(),
  storageId: z.string(),
  durationSeconds: z.number(),
  projectId: z.string().nullable(),
  charged: z.boolean().optional().describe("True exactly when costCredits is above 0; only once it is over."),
  error: z
    .strictObject({ code: z.string(), retryable: z.boolean() })
    .optional()
    .describe("Reason of the failure for programs; only when it failed."),
});
export type TranscriptionView = z.infer<typeof transcription>;

export const createTranscription = contract({
  name: "transcriptions.create",
  description:
    "Transcribes stored audio or video into words with times. The declared duration is billed, and no more than it is processed.",
  params: z.strictObject({
    storageId: uuid().describe("Id of a committed audio or video object that the caller can read."),
    durationSeconds: z
      .number("must be a number of seconds")
      .positive("must be greater than 0")
      .max(PARAM_LIMITS.declaredSeconds, `must be at most ${PARAM_LIMITS.declaredSeconds}`)
      .describe("Seconds of the recording that are transcribed, from its beginning."),
    language: languageTag
      .nullish()
      .describe("Language that is spoken, as a BCP 47 tag; left out: it is detected."),
    projectId: uuid().nullish().describe("Id of the shared project whose owner pays."),
  }),
  result: z.strictObject({ job: transcription }),
  audience: "account",
  rest: { method: "POST", path: "/v1/transcriptions" },
  area: "media",
  spends: true,
  idempotent: true,
});

export const getTranscription = contract({
  name: "transcriptions.get",
  description: "Reads a transcription; only its submitter can.",
  params: z.object({ id: uuid() }),
  result: z.strictObject({ job: transcription }),
  audience: "account",
  rest: { method: "GET", path: "/v1/transcriptions/:id" },
  area: "media",
});

export const getTranscript = contract({
  name: "transcriptions.result",
  description: "Reads the transcript of a transcription that succeeded, as data, subtitles or plain text.",
  params: z.object({
    id: uuid(),
    format: z
      .enum(TRANSCRIPT_FORMATS)
      .default("json")
      .describe("Format of the answer; `srt` and `vtt` are subtitles."),
  }),
  result: z.strictObject({
    json: transcript.optional(),
    document: z.strictObject({ contentType: z.string(), text: z.string() }).optional(),
  }),
  audience: "account",
  rest: {
    method: "GET",
    path: "/v1/transcriptions/:id/result",
    respond: "document",
    documents: ["application/x-subrip", "text/vtt", "text/plain"],
  },
  area: "media",
});

/** Cancels a transcription for the agent tools, with the credential of their caller; no route opens it. */
export const cancelTranscription = contract({
  name: "transcriptions.cancel",
  description:
    "Ends a queued or running transcription as failed and without a charge; one that is over is returned as it is. Only its submitter can.",
  params: z.object({ id: uuid() }),
  result: z.strictObject({ job: transcription }),
  audience: "internal",
  effect: "write",
});

/** Reads the states of transcriptions that other work submitted. It is called between services. */
export const readTranscriptionStates = contract({
  name: "transcriptions.states",
  description: "Reads the state of transcriptions, whoever submitted them; unknown ids are left out.",
  params: z.object({ ids: z.array(z.string()) }),
  result: z.strictObject({
    jobs: z.array(
      z.strictObject({
        id: z.string(),
        status: z.enum(TRANSCRIPTION_STATUSES),
        costCredits: z.int().nullable(),
        errorMessage: z.string().nullable(),
      }),
    ),
  }),
  audience: "internal",
});
export type TranscriptionState = z.infer<typeof readTranscriptionStates.result>["jobs"][number];

/** Stops transcriptions that other work submitted. It is called between services. */
export const stopTranscriptions = contract({
  name: "transcriptions.stopMany",
  description:
    "Stops the queued and running ones among some transcriptions, whoever submitted them; may be repeated.",
  params: z.object({ ids: z.array(z.string()) }),
  result: z.strictObject({ stopped: z.int() }),
  audience: "internal",
  effect: "write",
});
