import type { Capabilities, Model } from "../../contracts/models.js";
import {
  type SampleIds,
  sampleParams,
  type SampleParams,
} from "../../plugins/kit/conformance/sample-params.js";

type Values = readonly (readonly [field: string, values: readonly (string | number | boolean)[]])[];

/** Returns the fields that a model lets a caller choose, each with all allowed values. */
function choicesOf(able: Capabilities): Values {
  switch (able.kind) {
    case "video":
      return [
        ["duration", able.durations],
        ["resolution", able.resolutions ?? []],
        ["aspectRatio", able.aspectRatios],
        ["generateAudio", able.supportsAudioToggle ? [true, false] : []],
      ];
    case "image":
      return [
        ["numImages", Array.from({ length: able.maxImages }, (_, at) => at + 1)],
        ["resolution", able.resolutions ?? []],
        ["quality", able.qualities ?? []],
        ["aspectRatio", able.aspectRatios],
      ];
    case "audio":
      return [
        ["voice", able.voices ?? []],
        ["targetLanguage", able.targetLanguages ?? []],
        ["durationSeconds", [able.minSeconds ?? [], able.maxSeconds ?? []].flat()],
        ["prompt", able.category === "cleanup" ? [] : ["A", "é".repeat(1001)]],
      ];
    case "upscale":
      return [["durationSeconds", [0.1, 1, 60]]];
  }
}

/** Returns a job for every pair of values of two fields, and for every value of a field that has no partner. */
export function pairsOf({ capabilities }: Pick<Model, "capabilities">, ids: SampleIds): SampleParams[] {
  const base = sampleParams(capabilities, ids);
  const fields = choicesOf(capabilities).filter(([, values]) => values.length > 0);
  const alone = fields.flatMap(([field, values]) => values.map((value) => ({ ...base, [field]: value })));
  const both = fields.flatMap(([field, values], at) =>
    fields
      .slice(at + 1)
      .flatMap(([other, others]) =>
        values.flatMap((value) => others.map((each) => ({ ...base, [field]: value, [other]: each }))),
      ),
  );
  return [...alone, ...both];
}

/**
 * Works out the price of a job from its model's table (rules/billing 2 to 5), independently of the product: whole credits,
 * rounded up once, at least 1.
 */
export function priceOf({ pricing, capabilities: able }: Model, params: SampleParams): number {
  const lists = able as {
    resolutions?: readonly string[];
    qualities?: readonly string[];
    maxSeconds?: number;
  };
  const text = (value: unknown): string => (typeof value === "string" ? value : "");
  const resolution = text(params.resolution ?? lists.resolutions?.[0]);
  const quality = text(params.quality ?? lists.qualities?.[0]);
  const keys = [`${resolution}|${quality}`, quality, resolution, "*"];
  const rateOf = (table: Readonly<Record<string, number>> = {}) =>
    table[keys.find((key) => table[key] !== undefined) ?? ""] ?? 0;
  const seconds = Number(params.duration ?? params.durationSeconds ?? lists.maxSeconds ?? 30);
  const written = [...text(params.prompt), ...text(params.lyrics)].length;
  const credits =
    (pricing.creditsPerRun ?? 0) +
    rateOf(pricing.creditsPerSecond) * seconds +
    rateOf(pricing.creditsPerImage) * Number(params.numImages ?? 0) +
    ((pricing.creditsPerThousandChars ?? 0) * written) / 1000;
  return Math.max(credits > 0 ? 1 : 0, Math.ceil(Number(credits.toFixed(6))));
}
