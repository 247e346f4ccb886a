interface When {
  /** Milliseconds without scrolling. */
  rest: number;
  /** Milliseconds that one waits in any case. */
  stay: number;
}

/**
 * Calls back, once, when `target`, the window, was not scrolled for a while, or one has waited long enough. Pages of a list that are only
 * scrolled past are then not asked for; starting a request takes as long as drawing two tiles. Returns a function that ends the waiting.
 */
export function whenRested(target: EventTarget, { rest, stay }: When, then: () => void): () => void {
  const stop = () => {
    clearTimeout(resting);
    clearTimeout(staying);
    target.removeEventListener("scroll", restAnew);
  };
  const end = () => {
    stop();
    then();
  };
  function restAnew(): void {
    clearTimeout(resting);
    resting = setTimeout(end, rest);
  }
  const staying = setTimeout(end, stay);
  let resting = setTimeout(end, rest);
  target.addEventListener("scroll", restAnew, { passive: true });
  return stop;
}
