import { useEffect, useState } from "react";
import type { Values } from "./fields.js";

const KEPT = "kiln-generate";

/** What the form says. */
export interface Entered {
  model: string | null;
  values: Values;
}

/** The result that variants are made of. */
export interface Varied {
  storageId: string;
  /** How many to make. */
  count: number;
  /** One for each job that is still to be begun. */
  seeds: readonly number[];
  /** What the form said before, which comes back with the end of it. */
  before: Entered;
}

export interface Draft extends Entered {
  varied?: Varied | undefined;
}

export function readDraft(): Draft {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "") as Draft;
  } catch {
    return { model: null, values: {} };
  }
}

/** For who is on another page and goes to the form. */
export const keepDraft = (draft: Draft): void => sessionStorage.setItem(KEPT, JSON.stringify(draft));

/** With what is left to make of a result, where that is still what is made. */
export const withRest = (draft: Draft, rest: Pick<Varied, "storageId" | "count" | "seeds">): Draft =>
  draft.varied?.storageId === rest.storageId ? { ...draft, varied: { ...draft.varied, ...rest } } : draft;

/** What was entered, kept in this tab: a sign-in in between, or another page, loses nothing. */
export function useDraft(): [Draft, (change: (old: Draft) => Draft) => void] {
  const [draft, setDraft] = useState<Draft>(readDraft);
  useEffect(() => keepDraft(draft), [draft]);
  return [draft, setDraft];
}
