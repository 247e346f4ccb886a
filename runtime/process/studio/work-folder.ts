import { mkdir, mkdtemp, readdir, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { hasEnded, ownName } from "./folder-owner.js";

/** `kiln-work-<owner>-<random>` */
const NAME = /^kiln-work-(?<owner>[0-9a-f]+-[0-9]+-[0-9]+)-[^-]+$/;
/** So often a folder is looked through again, and the folders of this process are touched. */
const LOOK_MS = 60_000;
/** Whose owner is on another machine is removed when nobody has touched it for so long. */
const STALE_MS = 3600_000;

const looked = new Map<string, number>();
const own = new Set<string>();
let touching: NodeJS.Timeout | undefined;

/** Makes an empty folder for one work: a file that refers to others finds none. The caller removes it. */
export async function makeWorkFolder(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true });
  if (performance.now() - (looked.get(parent) ?? -Infinity) >= LOOK_MS) await removeLeftFolders(parent);
  const folder = await mkdtemp(join(parent, `kiln-work-${ownName()}-`));
  own.add(folder);
  touching ??= setInterval(() => void touch(), LOOK_MS).unref();
  return folder;
}

/**
 * Removes the folders of processes that have ended, at once where that is known: on this machine. One of a process that
 * lives is never removed, and one of another machine once its owner, which touches it, has not been heard of for an hour.
 */
export async function removeLeftFolders(parent: string): Promise<void> {
  looked.set(parent, performance.now());
  for (const name of await readdir(parent).catch(() => [])) {
    const owner = NAME.exec(name)?.groups?.owner;
    if (owner === undefined) continue;
    const folder = join(parent, name);
    // One in a folder that is shared with others may not be ours to remove.
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
