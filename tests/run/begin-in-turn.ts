/**
 * Loaded before every test file: lets its process begin when the machine has room for it. Two lanes of files, of which each
 * may start eight processes, were 15 to 29 processes that wanted one of two processors: nothing ended sooner for it, and what
 * waits for another process failed. One process at a time looks; it looks on for a moment after the last one has begun.
 */
import { mkdirSync, rmdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** How much longer a calculation may take than it does on a processor of its own. */
const MOST_CROWDED = 2;
const LOOK_MS = 500;
/** Another one is looking: whether it still does costs nothing to see. */
const DOOR_MS = 100;
/** So little more is an idle machine, on which nobody waits to see what has begun. */
const IDLE = 1.2;
/** What has begun shows by then. */
const SETTLED_MS = 1_500;
/** A machine that never has room, such as one with one processor, is no reason never to begin. */
const PATIENCE_MS = 30_000;
const SPIN_MS = 20;

export interface Turn {
  /** Which the processes share. */
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
  const door = join(folder, "door");
  while (!isTaken(door)) {
    if (now() >= end) return;
    await pause(DOOR_MS);
  }
  const first = crowding();
  for (let crowd = first; crowd > MOST_CROWDED && now() < end; crowd = crowding()) await pause(LOOK_MS);
  if (first < IDLE) return remove(door);
  const leave = () => {
    process.off("exit", leave);
    remove(door);
  };
  process.once("exit", leave);
  void pause(SETTLED_MS).then(leave);
}

/** Whether the door is this process's now. One that was killed in it does not keep it. */
function isTaken(door: string): boolean {
  try {
    mkdirSync(door);
    return true;
  } catch {
    const since = statSync(door, { throwIfNoEntry: false })?.mtimeMs;
    if (since !== undefined && Date.now() - since > 2 * PATIENCE_MS) remove(door);
    return false;
  }
}

/** Another process may have removed it, for it stood there for too long. */
function remove(door: string): void {
  try {
    rmdirSync(door);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

/** The time that SPIN_MS of a processor take, divided by them. */
function measured(): number {
  const [began, before] = [performance.now(), process.cpuUsage()];
  const spentMs = () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  while (spentMs() < SPIN_MS);
  return (performance.now() - began) / spentMs();
}

/** AVA calls it, and waits. */
export default async function beginInTurn(): Promise<void> {
  const folder = process.env.KILN_TURNS;
  if (folder !== undefined) await myTurn({ folder });
}
