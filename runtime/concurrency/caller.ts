import { AsyncLocalStorage } from "node:async_hooks";

interface Behalf {
  caller: string;
  network: string;
}

const callers = new AsyncLocalStorage<Behalf>();

/** Everybody who calls without an account, together. */
const STRANGERS = "strangers";

/**
 * Does the work of a call, for the account that calls or, within a call, for the account that made that one. Strangers are one
 * caller together; `site` says from where one of them calls, as `networksOf` names it.
 */
export function onBehalfOf<T>(accountId: string | undefined, work: () => T, site?: string): T {
  const outer = callers.getStore();
  const caller = accountId ?? outer?.caller ?? STRANGERS;
  return callers.run({ caller, network: site ?? outer?.network ?? "" }, work);
}

/** For whom this code works; null for what the process does of its own accord, such as reading credentials. */
export const currentCaller = (): string | null => callers.getStore()?.caller ?? null;

/** The site from which a stranger calls, so that strangers take turns by site; empty where it is not known. */
export const currentNetwork = (): string => callers.getStore()?.network ?? "";

/** Nobody's call, transaction or deadline is about in it. */
const outside = AsyncLocalStorage.snapshot();

/**
 * Does what the process does for many at once, such as a read that callers share or a timer that outlives who began it: in
 * nobody's line, and under nobody's deadline. Otherwise all would wait in the line of the first caller.
 */
export const asProcess = <T>(work: () => T): T => outside(work);

const background = new AsyncLocalStorage<true>();

/** Runs work that nobody waits for: where a process can do one thing at a time, requests go first. */
export const inBackground = <T>(work: () => T): T =>
  background.run(true, () => onBehalfOf("background", work));

export const isInBackground = (): boolean => background.getStore() === true;
