import { pauseBetweenLooks } from "./pause-between-looks.js";

export interface WaitOptions {
  /** Returns the sentence of the failure: what did not happen. */
  what?: () => string;
  timeoutMs?: number;
}

/**
 * Waits for a condition of another process, and throws with a sentence when the limit is over. The limit only ends the wait; it
 * asserts no duration.
 */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  { what = () => "It did not happen.", timeoutMs = 120_000 }: WaitOptions = {},
): Promise<void> {
  const began = performance.now();
  const end = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(what());
    await pauseBetweenLooks(began);
  }
}
