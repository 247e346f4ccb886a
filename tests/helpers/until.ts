const STEP_MS = 20;

/** Waits until a look gives something; the test's own timeout is the limit. */
export async function until<T>(look: () => Promise<T | null | undefined | false>): Promise<T> {
  for (;;) {
    const seen = await look();
    if (seen !== null && seen !== undefined && seen !== false) return seen;
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
}
