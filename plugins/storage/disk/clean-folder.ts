import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Folder } from "./folder.js";

/** A write that has not moved for so long belongs to a process that died. */
const STALE_MS = 3600_000;

/** Removes files of writes that died with their process, and marks of tickets that have expired by themselves. */
export async function cleanFolder(folder: Folder, now: number): Promise<void> {
  await removeOlder(folder.temporary, now - STALE_MS);
  // No PUT outlives its ticket; a day covers clocks of machines that share the folder.
  await removeOlder(folder.spent, now - 24 * STALE_MS);
}

async function removeOlder(path: string, before: number): Promise<void> {
  for (const name of await readdir(path).catch(() => [])) {
    const file = join(path, name);
    // Other processes on the same folder clean it too.
    const stats = await stat(file).catch(() => null);
    if (stats !== null && stats.mtimeMs < before) await rm(file, { force: true });
  }
}
