import { countCodePoints } from "../../contracts/code-points.js";
import { ServiceError } from "../../contracts/errors.js";
import type { GenerationParams } from "../../contracts/generation-params.js";
import { declaredChoices, defaultSeconds, defaultsOf } from "../../contracts/model-defaults.js";
import { type Capabilities, type Model, PRICING_BASES } from "../../contracts/models.js";
import { millionths } from "../../contracts/millionths.js";

/** Parameters that select a rate within a pricing map. */
export interface Choice {
  resolution?: string | undefined;
  quality?: string | undefined;
}

/** Fallback key of a pricing map (rules/billing 4). */
export const ANY = "*";

export type PricedModel = Pick<Model, "id" | "capabilities" | "pricing">;

interface Charge {
  rate: number;
  quantity: number;
  per?: number;
}

/**
 * Returns the price of a job in whole credits (rules/billing 2): all bases in millionths of a credit, summed,
 * rounded up once, at least 1 when it is not 0. `params` have passed `checkParams` for this model. Throws
 * internal when the model has no price for them, which `checkPricing` refuses before a model is listed.
 */
export function estimateCredits(model: PricedModel, params: GenerationParams): number {
  const charges = chargesOf(model, params);
  const total = charges.reduce((sum, { rate, quantity, per }) => sum + millionths(rate, quantity, per), 0n);
  const credits = Number((total + 999_999n) / 1_000_000n);
  if (!Number.isSafeInteger(credits)) throw unpriced(model, "the price is beyond all bounds");
  const costs = charges.some(({ rate, quantity }) => rate > 0 && quantity > 0);
  return costs ? Math.max(1, credits) : 0;
}

function chargesOf(model: PricedModel, params: GenerationParams): Charge[] {
  const { pricing, capabilities: able } = model;
  const charges: Charge[] = [];
  const seconds = outputSeconds(able, params);
  if (pricing.creditsPerSecond !== undefined && seconds !== null)
    charges.push({ rate: rateOf(model, pricing.creditsPerSecond, params), quantity: seconds });
  if (pricing.creditsPerImage !== undefined && params.kind === "image")
    charges.push({
      rate: rateOf(model, pricing.creditsPerImage, params),
      quantity: params.numImages,
    });
  if (pricing.creditsPerThousandChars !== undefined && params.kind !== "upscale")
    charges.push({
      rate: pricing.creditsPerThousandChars,
      quantity: characters(params),
      per: 1000,
    });
  if (pricing.creditsPerRun !== undefined) charges.push({ rate: pricing.creditsPerRun, quantity: 1 });

  // A basis that does not bill this kind would give work away for free.
  const stray = Object.entries(pricing).find(
    ([basis, rate]) => rate !== undefined && !PRICING_BASES[able.kind].some((known) => known === basis),
  );
  if (stray !== undefined) throw unpriced(model, `${stray[0]} does not fit its kind`);
  if (charges.length === 0) throw unpriced(model, "it declares no price");
  return charges;
}

function rateOf(
  model: PricedModel,
  rates: Readonly<Record<string, number>>,
  params: GenerationParams,
): number {
  const choice = chosen(model, params);
  const key = rateKey(rates, choice);
  const rate = key === undefined ? undefined : rates[key];
  if (rate === undefined) throw unpriced(model, `no rate fits ${JSON.stringify(choice)}`);
  return rate;
}

/**
 * Returns the choice of the params; a parameter that is left out chooses the first entry that the model
 * declares (rules/billing 4).
 */
function chosen(model: PricedModel, params: GenerationParams): Choice {
  const given: Choice = params.kind === "video" || params.kind === "image" ? params : {};
  const { resolution, quality } = defaultsOf(model);
  return { resolution: given.resolution ?? resolution, quality: given.quality ?? quality };
}

/** Returns every choice that params can make on a model. */
export function choices(able: Capabilities): Choice[] {
  const { resolutions, qualities } = declaredChoices(able);
  return orNone(resolutions).flatMap((resolution) =>
    orNone(qualities).map((quality) => ({ resolution, quality })),
  );
}

/**
 * Returns the key of the rate that a choice selects, the most specific first (rules/billing 4); undefined
 * when none fits.
 */
export function rateKey(
  rates: Readonly<Record<string, number>>,
  { resolution, quality }: Choice,
): string | undefined {
  const both = resolution === undefined || quality === undefined ? undefined : `${resolution}|${quality}`;
  return [both, quality, resolution, ANY].find((key) => key !== undefined && Object.hasOwn(rates, key));
}

const orNone = (values: readonly string[]): readonly (string | undefined)[] =>
  values.length > 0 ? values : [undefined];

/**
 * Returns the seconds that a job makes or processes, which a per-second price bills (rules/billing 5); null
 * for images, which have none. Throws internal when the params are of another kind than the model.
 */
export function outputSeconds(able: Capabilities, params: GenerationParams): number | null {
  if (able.kind === "video" && params.kind === "video") return params.duration;
  if (able.kind === "audio" && params.kind === "audio") return params.durationSeconds ?? defaultSeconds(able);
  if (able.kind === "upscale" && params.kind === "upscale") return params.durationSeconds;
  if (able.kind === "image" && params.kind === "image") return null;
  throw new ServiceError("internal", `${params.kind} params for a model of kind ${able.kind}`);
}

/** Counts prompt and lyrics together, in code points (rules/billing 3). */
function characters(params: GenerationParams): number {
  const prompt = "prompt" in params ? (params.prompt ?? "") : "";
  const lyrics = params.kind === "audio" ? (params.lyrics ?? "") : "";
  return countCodePoints(prompt) + countCodePoints(lyrics);
}

const unpriced = (model: PricedModel, why: string) =>
  new ServiceError("internal", `The model ${model.id} cannot be priced: ${why}.`);
