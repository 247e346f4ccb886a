const reasonsToStay = new Set<() => boolean>();

/** An ended session does not lead away from the page while this says true. Gives what ends that. */
export function stayWhile(hasWork: () => boolean): () => void {
  reasonsToStay.add(hasWork);
  return () => void reasonsToStay.delete(hasWork);
}

/** Leads to sign in, and back to where the person was; not where something would be lost by that. */
export function signInAgain(): void {
  if ([...reasonsToStay].some((hasWork) => hasWork())) return;
  const { pathname, search } = location;
  location.assign(`/sign-in?next=${encodeURIComponent(pathname + search)}`);
}
