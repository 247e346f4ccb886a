import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

const PREFIX = "work-";
const STALE_MS = 3600_000;

/** Makes an empty folder for one work: a file that refers to others finds none. Whoever makes it removes it. */
export async function makeWorkFolder(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true });
  return mkdtemp(join(parent, PREFIX));
}

/** Removes the folders of processes that died. */
export async function removeStaleFolders(parent: string): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    if (!name.startsWith(PREFIX)) continue;
    const stats = await stat(join(parent, name)).catch(() => null);
    if (stats !== null && stats.mtimeMs < Date.now() - STALE_MS)
      await rm(join(parent, name), { recursive: true, force: true });
  }
}
