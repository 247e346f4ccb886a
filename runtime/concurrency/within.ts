/** Settles with the work, or after `ms` without it: nobody waits for an unreachable peer. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, Math.max(0, ms))));
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
