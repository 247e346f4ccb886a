interface When {
  /** Milliseconds without scrolling. */
  rest: number;
  /** Longest wait in milliseconds. */
  stay: number;
}

/**
 * Calls back once, when `target` was not scrolled for a while or the longest wait is over. Pages that are
 * only scrolled past are then not requested; starting a request takes as long as rendering two tiles. Returns
 * a function that ends the waiting.
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
