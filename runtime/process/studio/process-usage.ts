import { readFileSync } from "node:fs";

/** Linux counts the processors' time in hundredths of a second, whatever its kernel's own clock does. */
const TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4096;

export interface Usage {
  /** Processor time since their start, of those that ended and were waited for too. */
  cpuSeconds: number;
  residentBytes: number;
}

/**
 * What a process and all that it has started use, or null where the system does not say (anything but Linux) or it is gone.
 * The files are made by the kernel from its memory, so reading them here holds nothing up.
 */
export function usageOf(pid: number): Usage | null {
  const own = readOne(pid);
  if (own === null) return null;
  for (const child of childrenOf(pid)) {
    const theirs = usageOf(child);
    own.cpuSeconds += theirs?.cpuSeconds ?? 0;
    own.residentBytes += theirs?.residentBytes ?? 0;
  }
  return own;
}

function readOne(pid: number): Usage | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name in brackets may hold anything; the fields behind it are numbers, from the state on.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0);
    return { cpuSeconds: ticks / TICKS_PER_SECOND, residentBytes: Number(fields[21]) * PAGE_BYTES };
  } catch {
    return null;
  }
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
