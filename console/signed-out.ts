import { hasUnsaved } from "./unsaved.js";

const listeners = new Set<() => void>();
let isOut = false;

function set(next: boolean): void {
  if (isOut === next) return;
  isOut = next;
  for (const listener of listeners) listener();
}

/**
 * Notes that the session has ended: leads to the sign-in page and back afterwards, or, while something on the
 * page would be lost, shows a note with the way to sign in in another tab (rules/console 5).
 */
export function noteSignedOut(): void {
  if (hasUnsaved()) return set(true);
  const { pathname, search } = location;
  location.assign(`/sign-in?next=${encodeURIComponent(pathname + search)}`);
}

/** Notes that the service knows the person again. */
export const noteSignedIn = (): void => set(false);

/** Tells whether the session has ended while the page has unsaved work. */
export const isSignedOut = (): boolean => isOut;

/** Calls back whenever `isSignedOut` changes, until the returned function is called. */
export function whenSigned(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
