import type { GenerationParams } from "../../contracts/generation-params.js";
import type { Capabilities, Kind, Pricing } from "../../contracts/models.js";

/** What selects a rate within a pricing map. */
export interface Choice {
  resolution?: string | undefined;
  quality?: string | undefined;
}

/** The fallback key of a pricing map (rules/billing 4). */
export const ANY = "*";

/** The bases that mean something for a kind: nothing else has seconds, images or text to bill. */
export const BASES: Readonly<Record<Kind, readonly (keyof Pricing)[]>> = {
  video: ["creditsPerSecond", "creditsPerRun", "creditsPerThousandChars"],
  image: ["creditsPerImage", "creditsPerRun", "creditsPerThousandChars"],
  audio: ["creditsPerSecond", "creditsPerRun", "creditsPerThousandChars"],
  upscale: ["creditsPerSecond", "creditsPerRun"],
};

/** What the params chose; left out, the first entry that the model declares (rules/billing 4). */
export function chosen(able: Capabilities, params: GenerationParams): Choice {
  const given: Choice = params.kind === "video" || params.kind === "image" ? params : {};
  const { resolutions, qualities } = declared(able);
  return { resolution: given.resolution ?? resolutions[0], quality: given.quality ?? qualities[0] };
}

/** Every choice that params can make on a model. */
export function choices(able: Capabilities): Choice[] {
  const { resolutions, qualities } = declared(able);
  return orNone(resolutions).flatMap((resolution) =>
    orNone(qualities).map((quality) => ({ resolution, quality })),
  );
}

/** The key of the rate that a choice selects, most specific first (rules/billing 4); undefined when none fits. */
export function rateKey(
  rates: Readonly<Record<string, number>>,
  { resolution, quality }: Choice,
): string | undefined {
  const both = resolution === undefined || quality === undefined ? undefined : `${resolution}|${quality}`;
  return [both, quality, resolution, ANY].find((key) => key !== undefined && Object.hasOwn(rates, key));
}

function declared(able: Capabilities): {
  resolutions: readonly string[];
  qualities: readonly string[];
} {
  const resolutions = able.kind === "video" || able.kind === "image" ? (able.resolutions ?? []) : [];
  return { resolutions, qualities: able.kind === "image" ? (able.qualities ?? []) : [] };
}

const orNone = (values: readonly string[]): readonly (string | undefined)[] =>
  values.length > 0 ? values : [undefined];
