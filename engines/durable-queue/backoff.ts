/** Returns the pause after a failed attempt: 1 s, 2 s, 4 s … at most 5 minutes, with up to a quarter more so that retries spread. */
export const backoffMs = (attempts: number, random: () => number = Math.random): number => {
  const base = Math.min(300_000, 1000 * 2 ** Math.min(20, Math.max(0, attempts - 1)));
  return Math.round(base * (1 + random() / 4));
};
