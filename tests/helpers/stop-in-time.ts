import { setTimeout as sleep } from "node:timers/promises";
import type { Ended, KilnProcess } from "./spawn-kiln.js";

/** Sends SIGTERM and returns how the process ended, or null when it has not ended within DRAIN_SECONDS and five more. */
export async function stopInTime(kiln: KilnProcess, drainSeconds: number): Promise<Ended | null> {
  const late = new AbortController();
  const limit = sleep((drainSeconds + 5) * 1000, null, { signal: late.signal });
  try {
    return await Promise.race([kiln.stop(), limit]);
  } finally {
    late.abort();
    await limit.catch(() => {});
  }
}
