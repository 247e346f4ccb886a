import { pauseBetweenLooks } from "./pause-between-looks.js";

export interface WaitOptions {
  /** What did not happen, for the person who reads the failure. */
  what?: () => string;
  timeoutMs?: number;
}

/** Waits for a condition of another process, and says what was missing in the end. The limit is an end, not an assertion. */
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
