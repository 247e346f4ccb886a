import { type RefObject, useRef, useState } from "react";
import type { Acts } from "./results/acts.js";

/**
 * Returns actions that stay the same object between renders of the form, so that typing in the form renders
 * no card again.
 */
export function useActs(): { acts: Acts; now: RefObject<Acts | null> } {
  const now = useRef<Acts>(null);
  const [acts] = useState<Acts>(() => ({
    again: (job) => now.current?.again(job),
    vary: (job, storageId) => now.current?.vary(job, storageId),
    asInput: (storageId, kind) => now.current?.asInput(storageId, kind),
  }));
  return { acts, now };
}
