import { type Pricing, PRICING_BASES } from "../../../contracts/models.js";
import type { ProviderModel } from "../model-provider.js";

type Basis = keyof Pricing;

/**
 * Returns what is wrong with a model's prices, a sentence each; none if every choice has a price
 * (rules/models 38).
 */
export function pricingProblems({ kind, pricing, capabilities }: ProviderModel): string[] {
  const bases = (
    ["creditsPerSecond", "creditsPerImage", "creditsPerRun", "creditsPerThousandChars"] as const
  ).filter((basis) => pricing[basis] !== undefined);
  const problems = bases
    .filter((basis) => !PRICING_BASES[kind].includes(basis))
    .map((basis) => `${basis} on a ${kind} model`);
  if (bases.length === 0) problems.push("no pricing basis");

  const resolutions = "resolutions" in capabilities ? (capabilities.resolutions ?? []) : [];
  const qualities = "qualities" in capabilities ? (capabilities.qualities ?? []) : [];
  if (pricing.creditsPerSecond !== undefined) {
    problems.push(...mapProblems("creditsPerSecond", pricing.creditsPerSecond, resolutions, []));
  }
  if (pricing.creditsPerImage !== undefined) {
    problems.push(...mapProblems("creditsPerImage", pricing.creditsPerImage, resolutions, qualities));
  }
  return problems;
}

/** Returns the keys that are no choice of the model, and the choices that no key covers. */
function mapProblems(
  basis: Basis,
  prices: Readonly<Record<string, number>>,
  resolutions: readonly string[],
  qualities: readonly string[],
): string[] {
  const pairs = resolutions.flatMap((resolution) => qualities.map((quality) => `${resolution}|${quality}`));
  const known = new Set(["*", ...resolutions, ...qualities, ...pairs]);
  const problems = Object.keys(prices)
    .filter((key) => !known.has(key))
    .map((key) => `${basis} has the key ${key}, which no choice gives`);
  for (const resolution of resolutions.length > 0 ? resolutions : [undefined]) {
    for (const quality of qualities.length > 0 ? qualities : [undefined]) {
      const keys = [resolution && quality && `${resolution}|${quality}`, quality, resolution, "*"];
      if (!keys.some((key) => key !== undefined && prices[key] !== undefined)) {
        problems.push(`${basis} has no price for ${[resolution, quality].filter(Boolean).join("|") || "*"}`);
      }
    }
  }
  return problems;
}
