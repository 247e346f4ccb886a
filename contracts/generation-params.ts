import { z } from "zod";
import { isWithinCodePoints } from "./code-points.js";
import { isUuid } from "./ids.js";

/** Bounds that protect the service where the spec and the models set none. */
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

/** decisions 6: a prompt of white space only is refused. */
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

/** spec: Generations, `params` for kind video. What a model takes of it is checked against its capabilities. */
export const videoParams = z.strictObject({
  kind: z.literal("video"),
  prompt: prompt().optional(),
  duration: number(),
  aspectRatio: choice(),
  resolution: choice().optional(),
  sourceVideoStorageId: storageId().optional(),
  startFrameStorageId: storageId().optional(),
  endFrameStorageId: storageId().optional(),
  referenceImageStorageIds: storageIds().optional(),
  referenceVideoStorageIds: storageIds().optional(),
  referenceAudioStorageIds: storageIds().optional(),
  generateAudio: flag().optional(),
});

/** spec: Generations, `params` for kind image. */
export const imageParams = z.strictObject({
  kind: z.literal("image"),
  prompt: prompt(),
  aspectRatio: choice(),
  numImages: number().int("must be a whole number").min(1, "must be at least 1"),
  resolution: choice().optional(),
  quality: choice().optional(),
  referenceStorageIds: storageIds().optional(),
});

/** spec: Generations, `params` for kind audio: the fields of all categories together. */
export const audioParams = z.strictObject({
  kind: z.literal("audio"),
  prompt: prompt().optional(),
  voice: choice().optional(),
  lyrics: text().optional(),
  styleInstructions: text().optional(),
  instrumental: flag().optional(),
  durationSeconds: seconds().optional(),
  sourceStorageId: storageId().optional(),
  videoStorageId: storageId().optional(),
  targetLanguage: choice().optional(),
});

/** spec: Generations, `params` for kind upscale. */
export const upscaleParams = z.strictObject({
  kind: z.literal("upscale"),
  sourceStorageId: storageId(),
  durationSeconds: seconds(),
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
