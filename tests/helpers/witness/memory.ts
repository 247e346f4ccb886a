import { setTimeout as sleep } from "node:timers/promises";
import { bytesTaken, processTree, type RunningProcess } from "../process-tree.js";

const LOOK_MS = 250;

export interface Memory {
  /** Most memory in bytes that the process and its descendants held at once. */
  peakBytes: number;
  /** Lines that name the processes of that moment and their memory. */
  peak: readonly string[];
}

const inMb = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`;

/**
 * Watches the memory of a process and its descendants until the signal ends it: resident memory, or with `countsSharedOnce` what
 * they take of the machine together.
 */
export async function watchMemory(
  pid: number,
  ending: AbortSignal,
  countsSharedOnce = false,
): Promise<Memory> {
  let peakBytes = 0;
  let peak: readonly string[] = [];
  const taken = async (each: RunningProcess) => (countsSharedOnce ? bytesTaken(each) : each.residentBytes);
  while (!ending.aborted) {
    const processes = await Promise.all(
      (await processTree(pid)).map(async (each) => ({ ...each, bytes: await taken(each) })),
    );
    const total = processes.reduce((sum, { bytes }) => sum + bytes, 0);
    if (total > peakBytes) {
      peakBytes = total;
      peak = processes.map(({ command, bytes }) => `${inMb(bytes)} ${command.slice(-60)}`);
    }
    await sleep(LOOK_MS, undefined, { signal: ending }).catch(() => {});
  }
  return { peakBytes, peak };
}
