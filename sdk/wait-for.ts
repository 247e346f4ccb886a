/** Resolves after the given milliseconds. Rejects with the reason of the signal if it is aborted. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}

/**
 * Returns the milliseconds before the next try: they double from `first` up to `most`, of which a random part
 * of up to half is left out.
 */
export function backoff(tries: number, { first, most }: { first: number; most: number }): number {
  const full = Math.min(most, first * 2 ** Math.min(tries, 30));
  return full / 2 + (Math.random() * full) / 2;
}
