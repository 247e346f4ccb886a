/**
 * Calls back once the page has not been scrolled for `rest` milliseconds, or after `stay` although it is: what is only scrolled past asks for
 * nothing, because to begin a request takes as long as to draw two tiles. Gives what ends the waiting.
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
