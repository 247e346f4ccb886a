import { readFileSync } from "node:fs";
import { type Memory, NO_MEMORY } from "./memory.js";

/** The unit in which Linux reports processor time, whatever the kernel's own clock rate is. */
const TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4096;

export interface Usage extends Memory {
  /**
   * The processor time in seconds since the start of the processes, including their children that ended and
   * were waited for.
   */
  cpuSeconds: number;
}

export const NO_USAGE: Usage = { cpuSeconds: 0, ...NO_MEMORY };

/**
 * Returns the processor time and memory of a process and of all processes that it has started. The result is
 * null if the process is gone or the system does not report it (any system but Linux). The kernel makes these
 * files from its memory, so reading them synchronously does not block.
 */
export function usageOf(pid: number): Usage | null {
  const own = readOne(pid);
  if (own === null) return null;
  for (const child of childrenOf(pid)) {
    const theirs = usageOf(child);
    own.cpuSeconds += theirs?.cpuSeconds ?? 0;
    own.ownBytes += theirs?.ownBytes ?? 0;
    own.sharedBytes += theirs?.sharedBytes ?? 0;
  }
  return own;
}

function readOne(pid: number): Usage | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name in brackets may contain anything; the fields behind it, from the state on, do not contain
    // spaces.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0);
    return { cpuSeconds: ticks / TICKS_PER_SECOND, ...memoryOf(pid, Number(fields[21]) * PAGE_BYTES) };
  } catch {
    return null;
  }
}

/**
 * Returns which part of the resident memory is the process's own. Memory that it shares with others as memory,
 * and not as a file, is its own too. All is its own where the system does not tell the parts.
 */
function memoryOf(pid: number, residentBytes: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, "latin1");
  const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1]) * 1024;
  const anonymous = bytes("RssAnon") + bytes("RssShmem");
  const ownBytes = Number.isNaN(anonymous) ? residentBytes : Math.min(anonymous, residentBytes);
  return { ownBytes, sharedBytes: residentBytes - ownBytes };
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
