/** The milliseconds that work may go on after its signal was aborted, before it is given up. */
const GRACE_MS = 1000;

/**
 * Runs work whose signal aborts after `ms`. Rejects a second later even if the work ignores its signal, so
 * that a suite always ends.
 */
export async function withDeadline<T>(ms: number, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  const after = (delay: number, act: () => void) => timers.push(setTimeout(act, delay));
  after(ms, () => controller.abort(new Error(`it took more than ${ms} ms`)));
  const ignored = new Promise<never>((_, reject) => {
    after(ms + GRACE_MS, () => reject(new Error(`it ignored its signal after ${ms} ms`)));
  });
  try {
    return await Promise.race([run(controller.signal), ignored]);
  } finally {
    timers.forEach(clearTimeout);
  }
}
