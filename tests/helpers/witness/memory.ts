import { setTimeout as sleep } from "node:timers/promises";
import { processTree } from "../process-tree.js";

const LOOK_MS = 250;

export interface Memory {
  /** Most memory in bytes that the process and its descendants held at once. */
  peakBytes: number;
  /** Lines that name the processes of that moment and their memory. */
  peak: readonly string[];
}

/** Watches the memory of a process and its descendants until the signal ends it. */
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
