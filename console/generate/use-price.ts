import { useDeferredValue, useEffect, useRef, useState } from "react";
import { useQueries } from "@tanstack/react-query";
import type { GenerationEstimateResult } from "../../sdk/generated/types.js";
import { estimate, type Submission } from "../queries.js";

const SETTLES_MS = 250;

interface Price {
  error: Error | null;
  /** Of what was asked for last, until that of the newest is there. */
  cost: GenerationEstimateResult | undefined;
  /** Whether it is the price of the newest. */
  isOfNow: boolean;
}

/** What some submissions cost together, once they stay as they are. */
export function usePrice(submissions: readonly Submission[] | null): Price {
  const settled = useSettled(submissions);
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
  return { error, cost: last.current, isOfNow };
}

/** The value once it has not changed for a moment, so that not every letter asks for a price. */
function useSettled(value: readonly Submission[] | null): readonly Submission[] {
  const text = JSON.stringify(value ?? []);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLES_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return JSON.parse(useDeferredValue(settled)) as readonly Submission[];
}
