import { REPORT_MS, type Waiter } from "./wait.js";

/** Runs work with progress on the way, if the client asked for it. */
export async function reporting<T>(
  { report }: Pick<Waiter, "report">,
  doing: string,
  work: () => Promise<T>,
): Promise<T> {
  // One report that does not arrive is no reason to lose the result.
  const timer = setInterval(() => void report?.(doing).catch(() => {}), REPORT_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
