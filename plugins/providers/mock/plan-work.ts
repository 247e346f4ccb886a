import type { AudioCapabilities, ImageCapabilities, VideoCapabilities } from "../../../contracts/models.js";
import type { ProviderContext, ProviderJob } from "../../kit/model-provider.js";
import { ProviderError } from "../../kit/provider-error.js";
import type { MockWork } from "./mock-handle.js";
import { type MockParams, mediaIds, readParams } from "./mock-params.js";
import { pictureSize } from "./picture-size.js";
import { planUpscale } from "./plan-upscale.js";
import { createHash } from "node:crypto";

const CHARS_PER_SECOND = 15;
/** rules/billing 4: without `durationSeconds` a model makes its `maxSeconds`, else this. */
const DEFAULT_SECONDS = 30;
/** Speech of a very long text ends here; a longer wish for anything else is refused. */
const LONGEST_SECONDS = 3600;

/** How long the sound of a job is: as declared, or for speech as long as its text takes. */
function audioSeconds(capabilities: AudioCapabilities, params: MockParams): number {
  const declared = params.durationSeconds;
  if (declared === undefined && capabilities.category === "tts") {
    const characters = [...(params.prompt ?? "")].length;
    return Math.min(Math.max(1, characters / CHARS_PER_SECOND), LONGEST_SECONDS);
  }
  const seconds = declared ?? capabilities.maxSeconds ?? DEFAULT_SECONDS;
  if (seconds > LONGEST_SECONDS) {
    throw new ProviderError(
      "invalid_params",
      `The mock provider makes at most ${LONGEST_SECONDS} seconds of sound.`,
    );
  }
  return seconds;
}

/** Decides what a job makes. Every media input has to be there, also those that change nothing. */
export async function planWork(job: ProviderJob, ctx: ProviderContext): Promise<MockWork> {
  const params = readParams(job.params);
  for (const id of mediaIds(params)) await ctx.input(id);
  const seed = seedOf(job);
  const { capabilities } = job.model;
  switch (capabilities.kind) {
    case "image":
      return { ...planImage(capabilities, params), seed };
    case "video":
      return { ...planVideo(capabilities, params), seed };
    case "audio":
      return { ...planAudio(capabilities, params), seed };
    case "upscale":
      return { ...(await planUpscale(job, params, ctx)), seed };
  }
}

type Plan = Omit<MockWork, "seed">;

function planImage(capabilities: ImageCapabilities, params: MockParams): Plan {
  const resolution = params.resolution ?? capabilities.resolutions?.[0];
  const size = pictureSize(params.aspectRatio ?? "1:1", resolution, false);
  return {
    contentType: "image/png",
    count: params.numImages ?? 1,
    ...size,
    seconds: 0,
    sound: false,
  };
}

/** Only models with the audio toggle make sound, unless it is switched off (rules/models 20). */
function planVideo(capabilities: VideoCapabilities, params: MockParams): Plan {
  if (params.duration === undefined) throw new ProviderError("invalid_params", "duration is missing");
  const resolution = params.resolution ?? capabilities.resolutions?.[0];
  const size = pictureSize(params.aspectRatio ?? "16:9", resolution, true);
  const sound = capabilities.supportsAudioToggle && params.generateAudio !== false;
  return { contentType: "video/mp4", count: 1, ...size, seconds: params.duration, sound };
}

/** A dubbed video stays a video, with sound; everything else is a WAV. */
function planAudio(capabilities: AudioCapabilities, params: MockParams): Plan {
  const seconds = audioSeconds(capabilities, params);
  if (capabilities.category === "dubbing" && params.videoStorageId !== undefined) {
    const size = pictureSize("16:9", undefined, true);
    return { contentType: "video/mp4", count: 1, ...size, seconds, sound: true };
  }
  return { contentType: "audio/wav", count: 1, width: 0, height: 0, seconds, sound: false };
}

/** 32 bits of model and parameters, whatever order a database gave their keys back in. */
function seedOf({ model, params }: ProviderJob): number {
  const sorted = Object.entries(params).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([model.id, sorted]))
    .digest()
    .readUInt32BE(0);
}
