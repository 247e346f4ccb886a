import type { CatalogModel } from "../queries.js";
import { wholeNumber } from "../words.js";

/** Returns the lowest price of a model in words. */
export function priceOf({ pricing }: Pick<CatalogModel, "pricing">): string {
  const least = (rates: Readonly<Record<string, number>> | undefined) =>
    rates ? Math.min(...Object.values(rates)) : null;
  const many = (rates: Readonly<Record<string, number>> | undefined) =>
    new Set(Object.values(rates ?? {})).size > 1;
  const parts: string[] = [];
  const add = (price: number | null | undefined, unit: string, isFrom = false) => {
    if (price !== null && price !== undefined)
      parts.push(
        `${isFrom ? "from " : ""}${wholeNumber(price)} ${price === 1 ? "credit" : "credits"} ${unit}`,
      );
  };
  add(least(pricing.creditsPerImage), "per picture", many(pricing.creditsPerImage));
  add(least(pricing.creditsPerSecond), "per second", many(pricing.creditsPerSecond));
  add(pricing.creditsPerRun, "per run");
  add(pricing.creditsPerThousandChars, "per 1,000 characters");
  return parts.length === 0 ? "Free" : parts.join(" + ");
}

/** Returns the capabilities of a model in a few words. */
export function abilitiesOf({ capabilities: able }: Pick<CatalogModel, "capabilities">): string {
  const words: (string | false)[] =
    able.kind === "image"
      ? [
          able.aspectRatios.length > 1 && `${able.aspectRatios.length} aspect ratios`,
          able.maxImages > 1 && `up to ${able.maxImages} at once`,
          able.supportsImageReference && "reference pictures",
        ]
      : able.kind === "video"
        ? [
            `up to ${Math.max(...able.durations)} s`,
            able.supportsFirstFrame && "first frame",
            able.supportsLastFrame && "last frame",
            able.requiresSourceVideo && "edits films",
          ]
        : able.kind === "audio"
          ? [
              { tts: "speech", music: "music", sfx: "sounds", cleanup: "cleans up", dubbing: "dubs" }[
                able.category
              ],
              able.voices !== undefined && `${able.voices.length} voices`,
            ]
          : [able.supportedTypes.map((type) => (type === "image" ? "pictures" : "films")).join(" and ")];
  return words.filter((word) => word !== false).join(", ");
}
