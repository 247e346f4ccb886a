/**
 * Loaded before every test file: delays the file until the machine has a free processor. Without the delay two lanes of files, each of
 * which may start eight processes, had 15 to 29 processes that competed for two processors: no file ended sooner, and tests that wait
 * for another process failed. One process at a time measures the load, and keeps the others out until its own load shows.
 */
import { mkdirSync, rmdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** The factor by which a calculation may take longer than on a free processor. */
const MOST_CROWDED = 2;
const LOOK_MS = 500;
/** The pause between two tries to take the lock, while another process has it. A try costs next to nothing. */
const LOCK_MS = 100;
/** The factor below which the machine is idle: the lock is then released at once. */
const IDLE = 1.2;
/** The time after which the load of a file that has begun can be measured. */
const SETTLED_MS = 1_500;
/** The longest delay of a file. A machine with one processor may never have a free one. */
const PATIENCE_MS = 30_000;
const SPIN_MS = 20;

export interface Turn {
  /** The folder that the processes share, in which the lock lies. */
  folder: string;
  crowding?: () => number;
  pause?: (ms: number) => Promise<unknown>;
  now?: () => number;
}

/** Resolves when this process may begin; after PATIENCE_MS at the latest. */
export async function myTurn({
  folder,
  crowding = measured,
  pause = sleep,
  now = Date.now,
}: Turn): Promise<void> {
  const end = now() + PATIENCE_MS;
  const lock = join(folder, "lock");
  while (!isTaken(lock)) {
    if (now() >= end) return;
    await pause(LOCK_MS);
  }
  const first = crowding();
  for (let crowd = first; crowd > MOST_CROWDED && now() < end; crowd = crowding()) await pause(LOOK_MS);
  if (first < IDLE) return remove(lock);
  const leave = () => {
    process.off("exit", leave);
    remove(lock);
  };
  process.once("exit", leave);
  void pause(SETTLED_MS).then(leave);
}

/** Takes the lock; returns false while another process has it. A lock that a killed process left is removed when it is old. */
function isTaken(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
    if (since !== undefined && Date.now() - since > 2 * PATIENCE_MS) remove(lock);
    return false;
  }
}

/** Removes the lock. Another process may have removed it already, because it was too old. */
function remove(lock: string): void {
  try {
    rmdirSync(lock);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

/** Returns the time in which this process gets SPIN_MS of a processor, divided by SPIN_MS. */
function measured(): number {
  const [began, before] = [performance.now(), process.cpuUsage()];
  const spentMs = () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  while (spentMs() < SPIN_MS);
  return (performance.now() - began) / spentMs();
}

/** Called by AVA before the test file, which waits for it. */
export default async function beginInTurn(): Promise<void> {
  const folder = process.env.KILN_TURNS;
  if (folder !== undefined) await myTurn({ folder });
}
