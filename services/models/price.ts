import { countCodePoints } from "../../contracts/code-points.js";
import { ServiceError } from "../../contracts/errors.js";
import type { GenerationParams } from "../../contracts/generation-params.js";
import type { Model } from "../../contracts/models.js";
import { millionths } from "../../contracts/millionths.js";
import { BASES, chosen, rateKey } from "./rates.js";
import { outputSeconds } from "./seconds.js";

export type PricedModel = Pick<Model, "id" | "capabilities" | "pricing">;

interface Charge {
  rate: number;
  quantity: number;
  per?: number;
}

/**
 * The price of a job in whole credits (rules/billing 2): all bases in millionths of a credit, summed, rounded up
 * once, at least 1 when it is not 0. `params` have passed `checkParams` for this model. Throws internal where
 * the model has no price for them, which `checkPricing` refuses before a model is listed.
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

  // a basis that this kind cannot be billed by would give work away
  const stray = Object.entries(pricing).find(
    ([basis, rate]) => rate !== undefined && !BASES[able.kind].some((known) => known === basis),
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
  const choice = chosen(model.capabilities, params);
  const key = rateKey(rates, choice);
  const rate = key === undefined ? undefined : rates[key];
  if (rate === undefined) throw unpriced(model, `no rate fits ${JSON.stringify(choice)}`);
  return rate;
}

/** Prompt plus lyrics, in code points (rules/billing 3). */
function characters(params: GenerationParams): number {
  const prompt = "prompt" in params ? (params.prompt ?? "") : "";
  const lyrics = params.kind === "audio" ? (params.lyrics ?? "") : "";
  return countCodePoints(prompt) + countCodePoints(lyrics);
}

const unpriced = (model: PricedModel, why: string) =>
  new ServiceError("internal", `The model ${model.id} cannot be priced: ${why}.`);
