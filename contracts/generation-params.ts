import { z } from "zod";
import { isWithinCodePoints } from "./code-points.js";
import { isUuid } from "./ids.js";

/** Bounds that protect the service where the models set none. */
export const PARAM_LIMITS = {
  /** prompt, lyrics, styleInstructions: code points of each. */
  textCodePoints: 100_000,
  /** Entries of one reference array. */
  references: 100,
  /** durationSeconds: more than eleven days, above what 1 GB of speech holds. */
  declaredSeconds: 1_000_000,
} as const;

// Every message continues "params.<field> …" and says what is accepted.

const text = () =>
  z
    .string("must be a string")
    .refine((value) => isWithinCodePoints(value, PARAM_LIMITS.textCodePoints), {
      error: `must be at most ${PARAM_LIMITS.textCodePoints} characters long`,
      abort: true,
    })
    .meta({ maxLength: PARAM_LIMITS.textCodePoints });

/** A prompt of white space only is refused (rules/models 22). */
const prompt = () => text().refine((value) => value.trim() !== "", "must not be blank");

const choice = () => z.string("must be a string");
const flag = () => z.boolean("must be true or false");

/** Kept as submitted, so without the lower-casing of `uuid()`. */
const storageId = () => z.string("must be a UUID").refine(isUuid, "must be a UUID").meta({ format: "uuid" });
const storageIds = () =>
  z
    .array(storageId(), "must be a list of UUIDs")
    .max(PARAM_LIMITS.references, `must be a list of at most ${PARAM_LIMITS.references} UUIDs`);

const number = () => z.number("must be a finite number");
const seconds = () =>
  number()
    .positive("must be greater than 0")
    .max(PARAM_LIMITS.declaredSeconds, `must be at most ${PARAM_LIMITS.declaredSeconds}`);

/** `params` of a video. What a model takes of it is checked against its capabilities (rules/models 11 and 12). */
export const videoParams = z.strictObject({
  kind: z.literal("video").describe("The model's kind."),
  prompt: prompt().optional().describe("What to make; for speech the text to speak."),
  duration: number().describe("Seconds; one of the model's durations."),
  aspectRatio: choice().describe("One of the model's aspectRatios."),
  resolution: choice().optional().describe("One of the model's resolutions; left out: the first."),
  sourceVideoStorageId: storageId()
    .optional()
    .describe("The video to work on; needed where the model says requiresSourceVideo."),
  startFrameStorageId: storageId()
    .optional()
    .describe("The image that the video begins with; where the model says supportsFirstFrame."),
  endFrameStorageId: storageId()
    .optional()
    .describe("The image that the video ends with; where the model says supportsLastFrame."),
  referenceImageStorageIds: storageIds()
    .optional()
    .describe("Images to go by; up to the model's maxReferenceImages."),
  referenceVideoStorageIds: storageIds()
    .optional()
    .describe("Videos to go by; up to the model's maxReferenceVideos."),
  referenceAudioStorageIds: storageIds()
    .optional()
    .describe("Audio files to go by; up to the model's maxReferenceAudios."),
  generateAudio: flag()
    .optional()
    .describe("false: a video without sound, where the model says supportsAudioToggle."),
});

/** `params` of an image (rules/models 13). */
export const imageParams = z.strictObject({
  kind: z.literal("image").describe("The model's kind."),
  prompt: prompt().describe("What to make."),
  aspectRatio: choice().describe("One of the model's aspectRatios."),
  numImages: number()
    .int("must be a whole number")
    .min(1, "must be at least 1")
    .describe("How many images, up to the model's maxImages; each costs."),
  resolution: choice().optional().describe("One of the model's resolutions; left out: the first."),
  quality: choice().optional().describe("One of the model's qualities; left out: the first."),
  referenceStorageIds: storageIds()
    .optional()
    .describe("Images to go by; where the model says supportsImageReference."),
});

/** `params` of sound: the fields of all categories together (rules/models 14, 16 and 17). */
export const audioParams = z.strictObject({
  kind: z.literal("audio").describe("The model's kind."),
  prompt: prompt().optional().describe("What to make; for speech the text to speak."),
  voice: choice().optional().describe("One of the model's voices; left out: its defaultVoice."),
  lyrics: text().optional().describe("The words to sing; where the model says supportsLyrics."),
  styleInstructions: text()
    .optional()
    .describe("How it should sound; where the model says supportsStyleInstructions."),
  instrumental: flag()
    .optional()
    .describe("true: without singing; where the model says supportsInstrumental."),
  durationSeconds: seconds()
    .optional()
    .describe("Seconds, within the model's minSeconds and maxSeconds; of a cleanup those of its source."),
  sourceStorageId: storageId().optional().describe("The audio to clean up or to dub."),
  videoStorageId: storageId().optional().describe("The video whose sound is dubbed."),
  targetLanguage: choice().optional().describe("One of the model's targetLanguages."),
});

/** `params` of an upscale (rules/models 18). */
export const upscaleParams = z.strictObject({
  kind: z.literal("upscale").describe("The model's kind."),
  sourceStorageId: storageId().describe("The image or video to upscale."),
  durationSeconds: seconds().describe("Seconds of the source, exactly: the price follows from it."),
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
