import { mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Folder of a file system in memory, on Linux. */
const MEMORY = "/dev/shm";
/** Free bytes that are more than the databases and media of all rings take. */
const ENOUGH_BYTES = 4 * 2 ** 30;
const NAME = /^kiln-run-(\d+)-/;

export interface Scratch {
  folder: string;
  remove(): void;
}

/**
 * Makes the folder for everything that one run of the tests writes, in memory where enough is free: tests make and remove hundreds of
 * databases, which takes as long as the disk takes. Removes the folders of runs that were killed.
 */
export function openScratch(memory: string = MEMORY, enough: number = ENOUGH_BYTES): Scratch {
  const base = hasRoom(memory, enough) ? memory : tmpdir();
  for (const name of readdirSync(base)) {
    const [, pid] = NAME.exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) remove(join(base, name));
  }
  const folder = mkdtempSync(join(base, `kiln-run-${process.pid}-`));
  return { folder, remove: () => remove(folder) };
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function hasRoom(folder: string, enough: number): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= enough;
  } catch {
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
