import { REPORT_MS, type Waiter } from "./wait.js";

/** Runs work, and sends progress meanwhile if the client asked for it. */
export async function reporting<T>(
  { report }: Pick<Waiter, "report">,
  doing: string,
  work: () => Promise<T>,
): Promise<T> {
  // A report that does not arrive is no reason to lose the result.
  const timer = setInterval(() => void report?.(doing).catch(() => {}), REPORT_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
