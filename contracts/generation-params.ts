import { z } from "zod";
import { boundedList } from "./bounded-list.js";
import { atMostCodePoints } from "./code-points.js";
import { isUuid } from "./ids.js";

/** Bounds that protect the service where a model sets none. */
export const PARAM_LIMITS = {
  /** Code points of prompt, lyrics and styleInstructions each. */
  textCodePoints: 100_000,
  /** Entries of one reference array. */
  references: 100,
  /** Seconds of durationSeconds: more than eleven days, above the length of speech in 1 GB. */
  declaredSeconds: 1_000_000,
} as const;

// Every message continues "params.<field> …" and says what is accepted.

const text = () =>
  z
    .string("must be a string")
    .check(
      atMostCodePoints(
        PARAM_LIMITS.textCodePoints,
        `must be at most ${PARAM_LIMITS.textCodePoints} characters long`,
      ),
    )
    .meta({ maxLength: PARAM_LIMITS.textCodePoints });

/** A prompt; white space only is refused (rules/models 22). */
const prompt = () => text().regex(/\S/, "must not be blank");

const choice = () => z.string("must be a string");
const flag = () => z.boolean("must be true or false");

/** A storage id, kept as it was submitted: `uuid()` would lower its case. */
const storageId = () => z.string("must be a UUID").refine(isUuid, "must be a UUID").meta({ format: "uuid" });
const storageIds = () =>
  boundedList(storageId(), PARAM_LIMITS.references, {
    error: "must be a list of UUIDs",
    tooLong: `must be a list of at most ${PARAM_LIMITS.references} UUIDs`,
  });

const number = () => z.number("must be a finite number");
const seconds = () =>
  number()
    .positive("must be greater than 0")
    .max(PARAM_LIMITS.declaredSeconds, `must be at most ${PARAM_LIMITS.declaredSeconds}`);

/**
 * `params` of a video job. They are checked against the model's capabilities later (rules/models 11 and 12).
 */
export const videoParams = z.strictObject({
  kind: z.literal("video").describe("Kind of the model."),
  prompt: prompt().optional().describe("Description of the video to make."),
  duration: number().describe("Seconds of the video; one of the model's durations."),
  aspectRatio: choice().describe("One of the model's aspectRatios."),
  resolution: choice().optional().describe("One of the model's resolutions; default: the first."),
  sourceVideoStorageId: storageId()
    .optional()
    .describe("Id of the video to work on; needed where the model says requiresSourceVideo."),
  startFrameStorageId: storageId()
    .optional()
    .describe("Id of the image that the video begins with; only where the model says supportsFirstFrame."),
  endFrameStorageId: storageId()
    .optional()
    .describe("Id of the image that the video ends with; only where the model says supportsLastFrame."),
  referenceImageStorageIds: storageIds()
    .optional()
    .describe("Ids of images to follow; at most the model's maxReferenceImages."),
  referenceVideoStorageIds: storageIds()
    .optional()
    .describe("Ids of videos to follow; at most the model's maxReferenceVideos."),
  referenceAudioStorageIds: storageIds()
    .optional()
    .describe("Ids of audio files to follow; at most the model's maxReferenceAudios."),
  generateAudio: flag()
    .optional()
    .describe("False makes a video without sound, where the model says supportsAudioToggle."),
});

/** `params` of an image job (rules/models 13). */
export const imageParams = z.strictObject({
  kind: z.literal("image").describe("Kind of the model."),
  prompt: prompt().describe("Description of the image to make."),
  aspectRatio: choice().describe("One of the model's aspectRatios."),
  numImages: number()
    .int("must be a whole number")
    .min(1, "must be at least 1")
    .describe("Number of images, at most the model's maxImages; each is charged."),
  resolution: choice().optional().describe("One of the model's resolutions; default: the first."),
  quality: choice().optional().describe("One of the model's qualities; default: the first."),
  referenceStorageIds: storageIds()
    .optional()
    .describe("Ids of images to follow; only where the model says supportsImageReference."),
});

/** `params` of an audio job: the fields of all audio categories together (rules/models 14, 16 and 17). */
export const audioParams = z.strictObject({
  kind: z.literal("audio").describe("Kind of the model."),
  prompt: prompt().optional().describe("Description of the sound to make; for speech, the text to speak."),
  voice: choice().optional().describe("One of the model's voices; default: its defaultVoice."),
  lyrics: text().optional().describe("Words to sing; only where the model says supportsLyrics."),
  styleInstructions: text()
    .optional()
    .describe("Style of the sound; only where the model says supportsStyleInstructions."),
  instrumental: flag()
    .optional()
    .describe("True makes music without singing, where the model says supportsInstrumental."),
  durationSeconds: seconds()
    .optional()
    .describe(
      "Seconds of the sound, within the model's minSeconds and maxSeconds; for a cleanup, the seconds of its source; for dubbing, the seconds of its source that are dubbed and billed, 30 when left out.",
    ),
  sourceStorageId: storageId().optional().describe("Id of the audio to clean up or to dub."),
  videoStorageId: storageId().optional().describe("Id of the video whose sound is dubbed."),
  targetLanguage: choice().optional().describe("One of the model's targetLanguages."),
});

/** `params` of an upscale job (rules/models 18). */
export const upscaleParams = z.strictObject({
  kind: z.literal("upscale").describe("Kind of the model."),
  sourceStorageId: storageId().describe("Id of the image or video to upscale."),
  durationSeconds: seconds().describe("Exact seconds of the source; the price follows from them."),
});

export const generationParams = z.discriminatedUnion("kind", [
  videoParams,
  imageParams,
  audioParams,
  upscaleParams,
]);

export type VideoParams = z.infer<typeof videoParams>;
export type ImageParams = z.infer<typeof imageParams>;
export type AudioParams = z.infer<typeof audioParams>;
export type UpscaleParams = z.infer<typeof upscaleParams>;
export type GenerationParams = z.infer<typeof generationParams>;
