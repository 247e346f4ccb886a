import type {
  AudioCapabilities,
  Capabilities,
  ImageCapabilities,
  Kind,
  UpscaleCapabilities,
  VideoCapabilities,
} from "../../../contracts/models.js";

/** The storage ids of one sample of each kind of medium. */
export interface SampleIds {
  image: string;
  video: string;
  audio: string;
}

export type SampleParams = { kind: Kind } & Record<string, unknown>;

/**
 * Returns the smallest valid `params` of a model with these capabilities: those that are required and no
 * others.
 */
export function sampleParams(capabilities: Capabilities, ids: SampleIds): SampleParams {
  switch (capabilities.kind) {
    case "video":
      return videoParams(capabilities, ids);
    case "image":
      return imageParams(capabilities);
    case "audio":
      return audioParams(capabilities, ids);
    case "upscale":
      return upscaleParams(capabilities, ids);
  }
}

const PROMPT = "A red kite over the hills";

function videoParams(capabilities: VideoCapabilities, ids: SampleIds): SampleParams {
  const params: SampleParams = {
    kind: "video",
    duration: Math.min(...capabilities.durations),
    aspectRatio: capabilities.aspectRatios[0],
  };
  if (capabilities.requiresSourceVideo) params["sourceVideoStorageId"] = ids.video;
  else params["prompt"] = PROMPT;
  if (capabilities.requiresReferenceImage) {
    if (capabilities.supportsFirstFrame) params["startFrameStorageId"] = ids.image;
    else params["referenceImageStorageIds"] = [ids.image];
  }
  return params;
}

const imageParams = (capabilities: ImageCapabilities): SampleParams => ({
  kind: "image",
  prompt: PROMPT,
  aspectRatio: capabilities.aspectRatios[0],
  numImages: 1,
});

function audioParams(capabilities: AudioCapabilities, ids: SampleIds): SampleParams {
  switch (capabilities.category) {
    case "tts":
    case "sfx":
      return { kind: "audio", prompt: PROMPT };
    case "music":
      return capabilities.supportsLyrics && !capabilities.supportsInstrumental
        ? { kind: "audio", lyrics: "Over the hills, a red kite" }
        : { kind: "audio", prompt: PROMPT };
    case "cleanup":
      return {
        kind: "audio",
        sourceStorageId: ids.audio,
        durationSeconds: oneSecond(capabilities),
      };
    case "dubbing":
      return { kind: "audio", sourceStorageId: ids.audio };
  }
}

/** Returns the length of the sample media, one second, or the nearest one that the model's bounds allow. */
const oneSecond = ({ minSeconds = 0, maxSeconds = Infinity }: AudioCapabilities): number =>
  Math.min(Math.max(1, minSeconds), maxSeconds);

const upscaleParams = ({ supportedTypes }: UpscaleCapabilities, ids: SampleIds): SampleParams => ({
  kind: "upscale",
  sourceStorageId: supportedTypes.includes("image") ? ids.image : ids.video,
  durationSeconds: 1,
});
