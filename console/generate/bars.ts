/** Number of parts of a sound whose loudness is computed: more than a page has pixels for bars. */
const PARTS = 480;

/** Returns the peak of each part over all channels, so that a sound on one side counts too. */
export function loudest(channels: readonly Float32Array[], parts = PARTS): number[] {
  const length = (channels[0]?.length ?? 0) / parts;
  return Array.from({ length: parts }, (_, part) => {
    let most = 0;
    for (const samples of channels)
      for (let at = Math.floor(part * length); at < Math.floor((part + 1) * length); at++)
        most = Math.max(most, Math.abs(samples[at] ?? 0));
    return most;
  });
}

/** Returns `count` bars, each as loud as the loudest of the known parts that it covers. */
export const barsOf = (known: readonly number[], count: number): number[] =>
  Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * known.length) / count);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * known.length) / count));
    return Math.max(0, ...known.slice(from, to));
  });
