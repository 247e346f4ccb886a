import { z } from "zod";

export const KINDS = ["video", "image", "audio", "upscale"] as const;
export const AUDIO_CATEGORIES = ["tts", "music", "sfx", "cleanup", "dubbing"] as const;

export const kind = z.enum(KINDS);
export type Kind = z.infer<typeof kind>;

/** Credits for each basis; several bases of one model add up (rules/billing 3). */
export const pricing = z.strictObject({
  creditsPerSecond: z.record(z.string(), z.number().nonnegative()).optional(),
  creditsPerImage: z.record(z.string(), z.number().nonnegative()).optional(),
  creditsPerRun: z.number().nonnegative().optional(),
  creditsPerThousandChars: z.number().nonnegative().optional(),
});
export type Pricing = z.infer<typeof pricing>;

/**
 * The bases of pricing by kind of model: a kind has only the seconds, images or text that its bases bill. The
 * catalog and the conformance suite both follow this list.
 */
export const PRICING_BASES: Readonly<Record<Kind, readonly (keyof Pricing)[]>> = {
  video: ["creditsPerSecond", "creditsPerRun", "creditsPerThousandChars"],
  image: ["creditsPerImage", "creditsPerRun", "creditsPerThousandChars"],
  audio: ["creditsPerSecond", "creditsPerRun", "creditsPerThousandChars"],
  upscale: ["creditsPerSecond", "creditsPerRun"],
};

export const videoCapabilities = z.strictObject({
  kind: z.literal("video"),
  durations: z.array(z.number()),
  resolutions: z.array(z.string()).optional(),
  aspectRatios: z.array(z.string()),
  supportsFirstFrame: z.boolean(),
  supportsLastFrame: z.boolean(),
  supportsAudioToggle: z.boolean(),
  maxReferenceImages: z.number(),
  maxReferenceVideos: z.number(),
  maxReferenceAudios: z.number(),
  requiresSourceVideo: z.boolean(),
  requiresReferenceImage: z.boolean(),
});

export const imageCapabilities = z.strictObject({
  kind: z.literal("image"),
  aspectRatios: z.array(z.string()),
  resolutions: z.array(z.string()).optional(),
  qualities: z.array(z.string()).optional(),
  supportsImageReference: z.boolean(),
  maxImages: z.number(),
});

export const audioCapabilities = z.strictObject({
  kind: z.literal("audio"),
  category: z.enum(AUDIO_CATEGORIES),
  voices: z.array(z.string()).optional(),
  defaultVoice: z.string().optional(),
  supportsLyrics: z.boolean(),
  supportsInstrumental: z.boolean(),
  supportsStyleInstructions: z.boolean(),
  minSeconds: z.number().optional(),
  maxSeconds: z.number().optional(),
  targetLanguages: z.array(z.string()).optional(),
});

export const upscaleCapabilities = z.strictObject({
  kind: z.literal("upscale"),
  supportedTypes: z.array(z.enum(["video", "image"])),
});

export const capabilities = z.discriminatedUnion("kind", [
  videoCapabilities,
  imageCapabilities,
  audioCapabilities,
  upscaleCapabilities,
]);
export type Capabilities = z.infer<typeof capabilities>;
export type VideoCapabilities = z.infer<typeof videoCapabilities>;
export type ImageCapabilities = z.infer<typeof imageCapabilities>;
export type AudioCapabilities = z.infer<typeof audioCapabilities>;
export type UpscaleCapabilities = z.infer<typeof upscaleCapabilities>;

/** A model of the catalog (rules/models 1). */
export const model = z.strictObject({
  id: z.string(),
  kind,
  displayName: z.string(),
  provider: z.string(),
  providerModelId: z.string(),
  paidOnly: z.boolean(),
  enabled: z.boolean(),
  pricing,
  capabilities,
});
export type Model = z.infer<typeof model>;
