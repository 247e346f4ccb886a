const reasonsToStay = new Set<() => boolean>();

/**
 * Keeps an ended session from leaving the page while `hasWork` returns true. Returns the function that ends
 * this.
 */
export function stayWhile(hasWork: () => boolean): () => void {
  reasonsToStay.add(hasWork);
  return () => void reasonsToStay.delete(hasWork);
}

/** Leads to the sign-in page and back afterwards, unless something on the page would be lost. */
export function signInAgain(): void {
  if ([...reasonsToStay].some((hasWork) => hasWork())) return;
  const { pathname, search } = location;
  location.assign(`/sign-in?next=${encodeURIComponent(pathname + search)}`);
}
