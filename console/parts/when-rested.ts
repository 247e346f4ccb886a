/**
 * Calls back once the page has not been scrolled for `rest` milliseconds, and after `stay` milliseconds in any case. Pages of a list that are only
 * scrolled past are then not asked for; starting a request takes as long as drawing two tiles. Returns a function that ends the waiting.
 */
export function whenRested({ rest, stay }: { rest: number; stay: number }, then: () => void): () => void {
  const end = performance.now() + stay;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(timer);
    removeEventListener("scroll", wait);
  };
  function wait(): void {
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        stop();
        then();
      },
      Math.min(rest, Math.max(0, end - performance.now())),
    );
  }
  wait();
  addEventListener("scroll", wait, { passive: true });
  return stop;
}
