import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** The number of hexadecimal digits that tell a machine from others that share a folder. */
const DIGITS = 12;

/**
 * Returns a hash of the namespace in which a process number has one meaning: on Linux this boot of the kernel and
 * this process namespace, so that a container on the same volume is another namespace; elsewhere the machine's
 * name.
 */
function findProcessNamespace(): string {
  let name: string;
  try {
    name = `${readFileSync("/proc/sys/kernel/random/boot_id", "latin1")} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    name = hostname();
  }
  return createHash("sha256").update(name).digest("hex").slice(0, DIGITS);
}

const processNamespace = findProcessNamespace();

/**
 * Returns a name that no other process ever has. It includes the start time of the process, because the
 * system reuses process numbers.
 */
export const ownName = (): string => `${processNamespace}-${process.pid}-${startOf(process.pid) ?? 0}`;

/** Returns whether the process with this name has ended; null if that cannot be known here. */
export function hasEnded(name: string): boolean | null {
  const [, namespace, pid, start] = /^([0-9a-f]+)-([0-9]+)-([0-9]+)$/.exec(name) ?? [];
  if (namespace !== processNamespace || pid === undefined) return null;
  if (!isThere(Number(pid))) return true;
  const began = startOf(Number(pid));
  return began !== null && String(began) !== start;
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * Returns the start of a process in ticks since the system's start; -1 for a process that has ended and was
 * not waited for yet; null if it is unknown.
 */
function startOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? -1 : Number(fields[19]);
  } catch {
    return null;
  }
}
