/** Resolves after so long. Rejects with the signal's reason. */
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

/** How long to wait before the next try: doubling from `first` to `most`, and by chance from half of it. */
export function backoff(tries: number, { first, most }: { first: number; most: number }): number {
  const full = Math.min(most, first * 2 ** Math.min(tries, 30));
  return full / 2 + (Math.random() * full) / 2;
}
