import { mkdir, mkdtemp, readdir, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { hasEnded, ownName } from "./folder-owner.js";

/** The pattern of a folder's name: `kiln-work-<owner>-<random>`. */
const NAME = /^kiln-work-(?<owner>[0-9a-f]+-[0-9]+-[0-9]+)-[^-]+$/;
/**
 * The milliseconds between two searches of a parent folder for left folders, and between two touches of this
 * process's folders.
 */
const LOOK_MS = 60_000;
/** The age in milliseconds of its last touch from which a folder of another machine is removed. */
const STALE_MS = 3600_000;

const looked = new Map<string, number>();
const own = new Set<string>();
let touching: NodeJS.Timeout | undefined;

/**
 * Makes an empty folder for one work, so that a file that refers to other files finds none. The caller
 * removes the folder.
 */
export async function makeWorkFolder(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true });
  if (performance.now() - (looked.get(parent) ?? -Infinity) >= LOOK_MS) await removeLeftFolders(parent);
  const folder = await mkdtemp(join(parent, `kiln-work-${ownName()}-`));
  own.add(folder);
  touching ??= setInterval(() => void touch(), LOOK_MS).unref();
  return folder;
}

/**
 * Removes the folders of processes that have ended. For a process of this machine that is known, so the
 * folder of a living process is never removed. A folder of another machine is removed when its owner has not
 * touched it for an hour.
 */
export async function removeLeftFolders(parent: string): Promise<void> {
  looked.set(parent, performance.now());
  for (const name of await readdir(parent).catch(() => [])) {
    const owner = NAME.exec(name)?.groups?.owner;
    if (owner === undefined) continue;
    const folder = join(parent, name);
    // The parent folder may be shared with others, and then this process may not be allowed to remove the
    // folder.
    if (hasEnded(owner) ?? (await isStale(folder)))
      await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

async function isStale(folder: string): Promise<boolean> {
  const stats = await stat(folder).catch(() => null);
  return stats !== null && stats.mtimeMs < Date.now() - STALE_MS;
}

async function touch(): Promise<void> {
  const now = new Date();
  for (const folder of own) await utimes(folder, now, now).catch(() => own.delete(folder));
  if (own.size > 0) return;
  clearInterval(touching);
  touching = undefined;
}
