import { type RefObject, useRef, useState } from "react";
import type { Acts } from "./results/acts.js";

/** What cards of results call, the same from one drawing of the form to the next: writing in the form draws no card anew. */
export function useActs(): { acts: Acts; now: RefObject<Acts | null> } {
  const now = useRef<Acts>(null);
  const [acts] = useState<Acts>(() => ({
    again: (job) => now.current?.again(job),
    vary: (job, storageId) => now.current?.vary(job, storageId),
    asInput: (storageId, kind) => now.current?.asInput(storageId, kind),
  }));
  return { acts, now };
}
