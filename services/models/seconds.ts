import { ServiceError } from "../../contracts/errors.js";
import type { GenerationParams } from "../../contracts/generation-params.js";
import type { Capabilities } from "../../contracts/models.js";

/** What an audio model without bounds makes when nobody says how long (rules/billing 5). */
export const DEFAULT_AUDIO_SECONDS = 30;

/**
 * The seconds that a job makes or processes, and that a per-second price bills (rules/billing 5).
 * Null for images, which have none. Throws internal when the params are of another kind than the model.
 */
export function outputSeconds(able: Capabilities, params: GenerationParams): number | null {
  if (able.kind === "video" && params.kind === "video") return params.duration;
  if (able.kind === "audio" && params.kind === "audio")
    return params.durationSeconds ?? able.maxSeconds ?? DEFAULT_AUDIO_SECONDS;
  if (able.kind === "upscale" && params.kind === "upscale") return params.durationSeconds;
  if (able.kind === "image" && params.kind === "image") return null;
  throw new ServiceError("internal", `${params.kind} params for a model of kind ${able.kind}`);
}
