import { DEFAULT_AUDIO_SECONDS } from "../../contracts/model-defaults.js";
import { type Capabilities, type Model, type Pricing, PRICING_BASES } from "../../contracts/models.js";
import { ANY, choices, type Choice, rateKey } from "./price.js";

/** Most credits of one unit, which keep every price a safe integer (see PARAM_LIMITS). */
const MAX_RATE = 1_000_000;

/**
 * Returns the problems of a declared or overridden price, a sentence each; none when every job that the
 * capabilities allow has exactly one price. A model with problems must not be listed.
 */
export function checkPricing(model: Pick<Model, "kind" | "capabilities" | "pricing">): string[] {
  const { kind, capabilities: able, pricing } = model;
  if (kind !== able.kind) return [`kind is ${kind}, but the capabilities are of kind ${able.kind}`];
  const declared = Object.entries(pricing).filter(([, price]) => price !== undefined);
  if (declared.length === 0) return ["pricing is empty; a free model declares creditsPerRun: 0"];
  const problems = declared
    .filter(([basis]) => !PRICING_BASES[kind].some((known) => known === basis))
    .map(
      ([basis]) => `pricing.${basis} does not fit the kind ${kind}; valid: ${PRICING_BASES[kind].join(", ")}`,
    );
  for (const basis of ["creditsPerSecond", "creditsPerImage"] as const)
    if (pricing[basis] !== undefined && PRICING_BASES[kind].includes(basis))
      problems.push(...checkRates(`pricing.${basis}`, pricing[basis], able));
  problems.push(...checkFlat(pricing), ...checkAudioLength(able, pricing));
  return problems;
}

function checkRates(name: string, rates: Readonly<Record<string, number>>, able: Capabilities): string[] {
  const possible = choices(able);
  const reached = new Set(possible.map((choice) => rateKey(rates, choice)));
  const missing = possible.filter((choice) => rateKey(rates, choice) === undefined);
  // A fallback that nothing needs is harmless; any other idle key is a typo or is shadowed by a more specific
  // one.
  const idle = Object.keys(rates).filter((key) => key !== ANY && !reached.has(key));
  return [
    ...missing.map((choice) => `${name} has no rate for ${label(choice)} and no "${ANY}"`),
    ...idle.map((key) => `${name} has the key ${JSON.stringify(key)}, which no parameters select`),
    ...Object.entries(rates).flatMap(([key, rate]) => checkRate(`${name}[${JSON.stringify(key)}]`, rate)),
  ];
}

function checkFlat(pricing: Pricing): string[] {
  return (["creditsPerRun", "creditsPerThousandChars"] as const).flatMap((basis) =>
    pricing[basis] === undefined ? [] : checkRate(`pricing.${basis}`, pricing[basis]),
  );
}

const checkRate = (name: string, rate: number) =>
  rate >= 0 && rate <= MAX_RATE ? [] : [`${name} must be from 0 to ${MAX_RATE}; got ${rate}`];

/**
 * Checks that a price by the second without a declared length has a length that the model can make
 * (rules/billing 5).
 */
function checkAudioLength(able: Capabilities, pricing: Pricing): string[] {
  if (able.kind !== "audio" || able.category === "cleanup") return [];
  if (pricing.creditsPerSecond === undefined || able.maxSeconds !== undefined) return [];
  return (able.minSeconds ?? 0) > DEFAULT_AUDIO_SECONDS
    ? [`minSeconds is above ${DEFAULT_AUDIO_SECONDS}, so a per-second price needs maxSeconds too`]
    : [];
}

const label = ({ resolution, quality }: Choice) =>
  [resolution && `resolution ${resolution}`, quality && `quality ${quality}`].filter(Boolean).join(", ") ||
  "a job (the model declares no resolutions to select one)";
