import { useSyncExternalStore } from "react";
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

const listeners = new Set<() => void>();
let draft: Draft = read();

function read(): Draft {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "") as Draft;
  } catch {
    return { model: null, values: {} };
  }
}

/** What is entered now, whichever page is open. */
export const draftNow = (): Draft => draft;

/** Changes what is entered, also from another page, and after the form has gone: an Undo still finds it. */
export function changeDraft(change: (old: Draft) => Draft): void {
  draft = change(draft);
  sessionStorage.setItem(KEPT, JSON.stringify(draft));
  for (const listener of listeners) listener();
}

/** With what is left to make of a result, where that is still what is made. */
export const withRest = (draft: Draft, rest: Pick<Varied, "storageId" | "count" | "seeds">): Draft =>
  draft.varied?.storageId === rest.storageId ? { ...draft, varied: { ...draft.varied, ...rest } } : draft;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What was entered, kept in this tab: a sign-in in between, or another page, loses nothing. */
export const useDraft = (): Draft => useSyncExternalStore(subscribe, draftNow);
