import { pauseBetweenLooks } from "./pause-between-looks.js";

/** Waits until `look` returns something, and returns that. The time limit of the run applies. */
export async function until<T>(look: () => Promise<T | null | undefined | false>): Promise<T> {
  const began = performance.now();
  for (;;) {
    const seen = await look();
    if (seen !== null && seen !== undefined && seen !== false) return seen;
    await pauseBetweenLooks(began);
  }
}
