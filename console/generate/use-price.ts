import { useDeferredValue } from "react";
import { useQueries } from "@tanstack/react-query";
import type { GenerationEstimateResult } from "../../sdk/generated/types.js";
import { useSettled } from "../parts/use-settled.js";
import { type CatalogModel, estimate, type Submission } from "../queries.js";
import { pricedText } from "./priced-text.js";

interface Price {
  error: Error | null;
  /** Asks again for the prices that failed. */
  again: () => void;
  /** The total price; undefined until the price of the current submissions is known. */
  cost: GenerationEstimateResult | undefined;
}

/** Returns the price of all submissions together, once the person has stopped typing. */
export function usePrice(submissions: readonly Submission[] | null, model: CatalogModel): Price {
  const settled = JSON.parse(
    useDeferredValue(useSettled(JSON.stringify(submissions ?? []))),
  ) as readonly Submission[];
  const texts = settled.map((submission) => JSON.stringify(submission));
  const kinds = [...new Set(texts)];
  const answers = useQueries({
    queries: kinds.map((text) => estimate(JSON.parse(text) as Submission)),
  });
  const error = answers.find((answer) => answer.error !== null)?.error ?? null;
  const costs = answers.flatMap(({ data }) => data ?? []);
  const isWhole = kinds.length > 0 && costs.length === kinds.length;
  let cost: GenerationEstimateResult | undefined;
  if (isWhole && pricedText(settled, model) === pricedText(submissions, model)) {
    const remainingCredits = Math.min(...costs.map((cost) => cost.remainingCredits));
    const estimatedCredits = texts.reduce(
      (sum, text) => sum + (costs[kinds.indexOf(text)]?.estimatedCredits ?? 0),
      0,
    );
    cost = {
      estimatedCredits,
      remainingCredits,
      affordable: costs.every(({ affordable }) => affordable) && estimatedCredits <= remainingCredits,
    };
  }
  const again = () => {
    for (const answer of answers) if (answer.error !== null) void answer.refetch();
  };
  return { error, again, cost };
}
