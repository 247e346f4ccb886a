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

/** The variants that are still to be made of a result. */
type Rest = Pick<Varied, "storageId" | "count" | "seeds">;

export interface Draft extends Entered {
  varied?: Varied | undefined;
}

const listeners = new Set<() => void>();
let draft: Draft = read();
/** What is left to start of the variants that are being started, for a reload in the middle. */
let rest: Rest | null = null;

function read(): Draft {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "") as Draft;
  } catch {
    return { model: null, values: {} };
  }
}

/** Returns the current content of the form, on any page. */
export const draftNow = (): Draft => draft;

const keep = (): void =>
  sessionStorage.setItem(KEPT, JSON.stringify(rest === null ? draft : withRest(draft, rest)));

/**
 * Notes what is left to start while variants are being started, and null at their end. The form shows it only
 * after a reload: what was begun before is not begun again (rules/console 11).
 */
export function keepRest(next: Rest | null): void {
  rest = next;
  keep();
}

/** Changes the content of the form. Other pages may call it too, and an Undo may after the form has gone. */
export function changeDraft(change: (old: Draft) => Draft): void {
  draft = change(draft);
  keep();
  for (const listener of listeners) listener();
}

/** Returns the draft with the variants that are still to be made, if it is still about the same result. */
export const withRest = (draft: Draft, rest: Rest): Draft =>
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
