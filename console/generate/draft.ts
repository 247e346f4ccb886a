import { useSyncExternalStore } from "react";
import type { Values } from "./fields.js";

const KEPT = "kiln-generate";

/** The chosen model and the values of the form. */
export interface Entered {
  model: string | null;
  values: Values;
}

/** The result that variants are made of. */
export interface Varied {
  storageId: string;
  /** Number of variants to make. */
  count: number;
  /** One seed for each job that is still to be started. */
  seeds: readonly number[];
  /** The content of the form before the variants, which comes back when they end. */
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

/** Returns the current content of the form, on any page. */
export const draftNow = (): Draft => draft;

/** Changes the content of the form. Other pages may call it too, and an Undo may after the form has gone. */
export function changeDraft(change: (old: Draft) => Draft): void {
  draft = change(draft);
  sessionStorage.setItem(KEPT, JSON.stringify(draft));
  for (const listener of listeners) listener();
}

/** Returns the draft with the variants that are still to be made, if it is still about the same result. */
export const withRest = (draft: Draft, rest: Pick<Varied, "storageId" | "count" | "seeds">): Draft =>
  draft.varied?.storageId === rest.storageId ? { ...draft, varied: { ...draft.varied, ...rest } } : draft;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/**
 * Returns the content of the form, which is stored for this tab, so that a sign-in or another page loses
 * nothing.
 */
export const useDraft = (): Draft => useSyncExternalStore(subscribe, draftNow);
