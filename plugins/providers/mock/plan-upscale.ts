import { fitsH264 } from "../../kit/media/h264-still.js";
import { MAX_MP4_SECONDS } from "../../kit/media/mp4.js";
import { type Size, readMp4Size } from "../../kit/media/read-mp4-size.js";
import type { ProviderContext, ProviderInput, ProviderJob } from "../../kit/model-provider.js";
import { measureInput } from "../../kit/pictures/measure-input.js";
import { ProviderError } from "../../kit/provider-error.js";
import type { MockWork } from "./mock-handle.js";
import type { MockParams } from "./mock-params.js";
import { pictureSize } from "./picture-size.js";

/** A larger video is not read into memory for its size. */
const READABLE_VIDEO_BYTES = 64 * 2 ** 20;
/** A doubled image has at most this many pixels, about 16,000 x 16,000. */
const MOST_PIXELS = 2 ** 28;

/** An upscale doubles both sides of its source, an image or a video (rules/models 18). */
export async function planUpscale(
  job: ProviderJob,
  params: MockParams,
  ctx: ProviderContext,
): Promise<Omit<MockWork, "seed">> {
  if (params.sourceStorageId === undefined)
    throw new ProviderError("invalid_params", "sourceStorageId is missing");
  const source = await ctx.input(params.sourceStorageId);
  switch (source.contentType.split("/")[0]) {
    case "image":
      return {
        contentType: "image/png",
        count: 1,
        ...(await imageSize(job, source, ctx)),
        seconds: 0,
        sound: false,
      };
    case "video": {
      const seconds = declaredSeconds(params);
      return {
        contentType: "video/mp4",
        count: 1,
        ...(await videoSize(source)),
        seconds,
        sound: false,
      };
    }
    default:
      throw new ProviderError("invalid_params", `${source.contentType} is neither an image nor a video`);
  }
}

async function imageSize(job: ProviderJob, source: ProviderInput, ctx: ProviderContext): Promise<Size> {
  const { width, height } = await measureInput(source, "The source", job, ctx);
  const doubled = { width: width * 2, height: height * 2 };
  if (doubled.width * doubled.height > MOST_PIXELS) {
    throw new ProviderError("invalid_params", "The source image is too large to be doubled.");
  }
  return doubled;
}

/** What cannot be read as an MP4 counts as a video of the default size. */
async function videoSize(source: ProviderInput): Promise<Size> {
  const read =
    source.sizeBytes > READABLE_VIDEO_BYTES ? null : readMp4Size(await source.bytes(READABLE_VIDEO_BYTES));
  const { width, height } = read ?? pictureSize("16:9", undefined, true);
  if (!fitsH264(width * 2, height * 2)) {
    throw new ProviderError("invalid_params", "The source video is too large to be doubled.");
  }
  return { width: width * 2, height: height * 2 };
}

function declaredSeconds(params: MockParams): number {
  const seconds = params.durationSeconds;
  if (seconds === undefined) throw new ProviderError("invalid_params", "durationSeconds is missing");
  if (seconds > MAX_MP4_SECONDS)
    throw new ProviderError("invalid_params", "durationSeconds is too long for an MP4");
  return seconds;
}
