import { useDeferredValue, useRef } from "react";
import { useQueries } from "@tanstack/react-query";
import type { GenerationEstimateResult } from "../../sdk/generated/types.js";
import { useSettled } from "../parts/use-settled.js";
import { estimate, type Submission } from "../queries.js";

interface Price {
  error: Error | null;
  /** Asks anew for what was not told. */
  again: () => void;
  /** Of what was asked for last, until that of the newest is there. */
  cost: GenerationEstimateResult | undefined;
  /** Whether it is the price of the newest. */
  isOfNow: boolean;
}

/** What some submissions cost together, once they stay as they are. */
export function usePrice(submissions: readonly Submission[] | null): Price {
  const settled = JSON.parse(
    useDeferredValue(useSettled(JSON.stringify(submissions ?? []))),
  ) as readonly Submission[];
  const texts = settled.map((submission) => JSON.stringify(submission));
  const kinds = [...new Set(texts)];
  const answers = useQueries({
    queries: kinds.map((text) => estimate(JSON.parse(text) as Submission)),
  });
  const last = useRef<GenerationEstimateResult>(undefined);
  const error = answers.find((answer) => answer.error !== null)?.error ?? null;
  const costs = answers.flatMap(({ data }) => data ?? []);
  const isWhole = kinds.length > 0 && costs.length === kinds.length;
  if (isWhole) {
    const remainingCredits = Math.min(...costs.map((cost) => cost.remainingCredits));
    const estimatedCredits = texts.reduce(
      (sum, text) => sum + (costs[kinds.indexOf(text)]?.estimatedCredits ?? 0),
      0,
    );
    last.current = {
      estimatedCredits,
      remainingCredits,
      affordable: costs.every(({ affordable }) => affordable) && estimatedCredits <= remainingCredits,
    };
  }
  const isOfNow = isWhole && JSON.stringify(settled) === JSON.stringify(submissions);
  const again = () => {
    for (const answer of answers) if (answer.error !== null) void answer.refetch();
  };
  return { error, again, cost: last.current, isOfNow };
}
