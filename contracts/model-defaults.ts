import type { AudioCapabilities, Capabilities, Model } from "./models.js";

/** Seconds of an audio model without bounds when a request gives no length (rules/billing 5). */
export const DEFAULT_AUDIO_SECONDS = 30;

/** Values by the names of the parameters that a request may leave out. */
export interface ModelDefaults {
  resolution?: string;
  quality?: string;
  voice?: string;
  durationSeconds?: number;
}

/** Returns the lists of a model whose first entry is chosen when a request chooses none (rules/billing 4). */
export function declaredChoices(able: Capabilities): {
  resolutions: readonly string[];
  qualities: readonly string[];
} {
  const resolutions = able.kind === "video" || able.kind === "image" ? (able.resolutions ?? []) : [];
  return { resolutions, qualities: able.kind === "image" ? (able.qualities ?? []) : [] };
}

/** Returns the seconds that an audio model makes when a request gives no length. */
export const defaultSeconds = ({ maxSeconds }: Pick<AudioCapabilities, "maxSeconds">): number =>
  maxSeconds ?? DEFAULT_AUDIO_SECONDS;

/**
 * Returns the values that parameters have when a request leaves them out. The price bills these values, and
 * providers order them, so that an upstream's own defaults never count (rules/models 52).
 */
export function defaultsOf({
  capabilities: able,
  pricing,
}: Pick<Model, "capabilities" | "pricing">): ModelDefaults {
  const { resolutions, qualities } = declaredChoices(able);
  const [resolution] = resolutions;
  const [quality] = qualities;
  const isPerSecond = pricing.creditsPerSecond !== undefined;
  return {
    ...(resolution !== undefined && { resolution }),
    ...(quality !== undefined && { quality }),
    ...(able.kind === "audio" && able.defaultVoice !== undefined && { voice: able.defaultVoice }),
    ...(able.kind === "audio" && isPerSecond && { durationSeconds: defaultSeconds(able) }),
  };
}
