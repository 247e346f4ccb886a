import { setTimeout as sleep } from "node:timers/promises";
import { processTree } from "../process-tree.js";

const LOOK_MS = 250;

export interface Memory {
  /** The most that the process and all that it has started held at once. */
  peakBytes: number;
  /** Whose it was then. */
  peak: readonly string[];
}

/** Looks at a process and all that it has started until the signal ends it. */
export async function watchMemory(pid: number, ending: AbortSignal): Promise<Memory> {
  let peakBytes = 0;
  let peak: readonly string[] = [];
  while (!ending.aborted) {
    const processes = await processTree(pid);
    const total = processes.reduce((sum, { residentBytes }) => sum + residentBytes, 0);
    if (total > peakBytes) {
      peakBytes = total;
      peak = processes.map(
        ({ command, residentBytes }) => `${Math.round(residentBytes / 2 ** 20)} MB ${command.slice(-60)}`,
      );
    }
    await sleep(LOOK_MS, undefined, { signal: ending }).catch(() => {});
  }
  return { peakBytes, peak };
}
