import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** Hexadecimal digits by which a machine is told from others that share a folder. */
const DIGITS = 12;

/**
 * Where process numbers mean the same: this start of the kernel and this namespace of processes, so that a container on the
 * same volume is another place. Elsewhere than on Linux the machine's name.
 */
function findPlace(): string {
  let place: string;
  try {
    place = `${readFileSync("/proc/sys/kernel/random/boot_id", "latin1")} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    place = hostname();
  }
  return createHash("sha256").update(place).digest("hex").slice(0, DIGITS);
}

const place = findPlace();

/** Names this process among all that ever were: numbers of processes come again, with another time of start. */
export const ownName = (): string => `${place}-${process.pid}-${startOf(process.pid) ?? 0}`;

/** Whether the process that a name means has ended; null when that cannot be known here. */
export function hasEnded(name: string): boolean | null {
  const [, where, pid, start] = /^([0-9a-f]+)-([0-9]+)-([0-9]+)$/.exec(name) ?? [];
  if (where !== place || pid === undefined) return null;
  if (!isThere(Number(pid))) return true;
  const began = startOf(Number(pid));
  return began !== null && String(began) !== start;
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // of another user
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** When a process began, in ticks since the system's start; -1 for one that has ended and was not waited for yet. */
function startOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? -1 : Number(fields[19]);
  } catch {
    return null;
  }
}
