import type { GenerationJob } from "../../entities/generation-job.js";

const MB = 2 ** 20;
/** The most bytes of a result, by kind (rules/models 30). */
const MAX_BYTES: Readonly<Record<string, number>> = { image: 64 * MB, audio: 512 * MB, video: 4096 * MB };

/** Returns the number of files that a job asked for. */
export function filesAskedFor({ kind, params }: Pick<GenerationJob, "kind" | "params">): number {
  const { numImages } = params as { numImages?: unknown };
  return kind === "image" && typeof numImages === "number" ? numImages : 1;
}

/**
 * Returns the media kinds that a job's results may have. The result of an upscale has the kind of its source
 * (`sourceType`, where it is still known); a dubbed video is a video.
 */
export function kindsOf(
  { kind, params }: Pick<GenerationJob, "kind" | "params">,
  sourceType?: string,
): readonly string[] {
  if (kind === "upscale")
    return ["image", "video"].filter((each) => sourceType === undefined || sourceType.startsWith(`${each}/`));
  if (kind === "audio" && "videoStorageId" in params) return ["audio", "video"];
  return [kind];
}

export const mostBytes = (kind: string): number => MAX_BYTES[kind] ?? 0;
