import { mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A file system in memory, as Linux has it. */
const MEMORY = "/dev/shm";
/** What the databases and media of all rings never reach. */
const ENOUGH_BYTES = 4 * 2 ** 30;
const NAME = /^kiln-run-(\d+)-/;

export interface Scratch {
  folder: string;
  remove(): void;
}

/**
 * A folder for everything that one run of the tests writes, in memory where there is plenty: the databases of the tests are
 * made and removed by the hundred, and wait for nothing but the disk. What a run left that was killed is removed.
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
