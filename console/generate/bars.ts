/** Parts of a sound whose loudness is known: more than any page has pixels for bars. */
const PARTS = 480;

/** The loudest of each part, of all channels: what is heard on one side only is heard. */
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

/** So many bars of what is known, each as loud as the loudest that it stands for. */
export const barsOf = (known: readonly number[], count: number): number[] =>
  Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * known.length) / count);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * known.length) / count));
    return Math.max(0, ...known.slice(from, to));
  });
