import { createHash } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat, utimes, type FileHandle } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { BigIntStats } from "node:fs";
import type { StoredFile } from "../../kit/storage-driver.js";
import { ObjectDeleted, TicketOver, TicketSpent, UploadReplaced } from "./ended-uploads.js";
import { isNewer, isUploadOf, nextUploadName, randomName } from "./upload-name.js";

const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

const isKey = (text: string): boolean => KEY.test(text);

export const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";

export const describe = (stats: BigIntStats): StoredFile => ({
  sizeBytes: Number(stats.size),
  // A replaced file is another inode, so that two writes within a clock tick differ too.
  etag: `"${stats.ino.toString(36)}-${stats.size.toString(36)}-${stats.mtimeNs.toString(36)}"`,
});

/** A file that is not whole yet, and that no reader sees. */
export interface Temporary {
  path: string;
  handle: FileHandle;
}

/**
 * The driver's folder: `ab/cd/<key>` holds the bytes, `tmp/` the files that are not whole yet, `spent/` an empty
 * file for each used upload ticket (its time is the ticket's expiry), and one for each object deleted of late.
 */
export class Folder {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  get temporary(): string {
    return join(this.root, "tmp");
  }

  get spent(): string {
    return join(this.root, "spent");
  }

  async prepare(): Promise<void> {
    await mkdir(this.temporary, { recursive: true });
    await mkdir(this.spent, { recursive: true });
  }

  /** Returns a key's path, sharded by a hash since ids that carry the time share their beginning. A thumbnail lies beside its object. */
  pathOf(key: string): string {
    if (!isKey(key)) throw new Error(`"${key}" is no key of a stored file.`);
    const shard = createHash("sha256")
      .update(key.split(".", 1)[0] ?? key)
      .digest("hex");
    return join(this.root, shard.slice(0, 2), shard.slice(2, 4), key);
  }

  /** Opens a file for a write that no ticket bounds. */
  openTemporary(key: string): Promise<Temporary> {
    return this.#create(`${key}.${randomName()}`);
  }

  /**
   * Opens a file for an upload of a key. It takes the place of the key's older uploads in all processes: their files are removed,
   * and `refuseGone` tells them. Throws UploadReplaced when there is a newer upload, so that of several that begin at once one stays;
   * also throws the signal's reason, TicketSpent and ObjectDeleted.
   */
  async openUpload(key: string, signal: AbortSignal): Promise<Temporary> {
    const before = await this.#uploadsOf(key);
    // An upload that a later one of this process has cut must not make a file, whose number would be the larger one.
    signal.throwIfAborted();
    const name = nextUploadName(key, before);
    const own = await this.#create(name);
    try {
      const others = (await this.#uploadsOf(key)).filter((other) => other !== name);
      signal.throwIfAborted();
      if (others.some((other) => isNewer(key, other, name))) throw new UploadReplaced();
      for (const other of others) await this.remove(join(this.temporary, other));
      // A process that spent the ticket or deleted the object a moment ago has not seen this file, and left it.
      await this.refuseSpent(key);
      return own;
    } catch (error) {
      await own.handle.close();
      await this.remove(own.path);
      throw error;
    }
  }

  async #create(name: string): Promise<Temporary> {
    const path = join(this.temporary, name);
    return { path, handle: await open(path, "wx", 0o640) };
  }

  async #uploadsOf(key: string): Promise<string[]> {
    return (await readdir(this.temporary)).filter((name) => isUploadOf(key, name));
  }

  async #removeUploads(key: string): Promise<void> {
    for (const name of await this.#uploadsOf(key)) await this.remove(join(this.temporary, name));
  }

  /** Puts a whole, synced file in its place and replaces what was there, in one step that survives a power cut. */
  async place(temporary: string, key: string): Promise<void> {
    const path = this.pathOf(key);
    const folder = dirname(path);
    try {
      await rename(temporary, path);
    } catch (error) {
      if (!isMissing(error)) throw error;
      await mkdir(folder, { recursive: true });
      await syncFolder(dirname(folder));
      await rename(temporary, path);
    }
    await syncFolder(folder);
  }

  /** Throws ObjectDeleted or TicketSpent when the key's upload ticket is no longer valid. */
  async refuseSpent(key: string): Promise<void> {
    if (await exists(this.#deleted(key))) throw new ObjectDeleted();
    if (await exists(this.#used(key))) throw new TicketSpent();
  }

  /** Throws when an upload's file is gone: its object was deleted, its ticket was used, or another PUT took its place. */
  async refuseGone(temporary: string, key: string): Promise<void> {
    if (await exists(temporary)) return;
    await this.refuseSpent(key);
    throw new UploadReplaced();
  }

  /**
   * Places an upload's file as the one that the key's ticket allows. Throws TicketSpent for all callers but one, TicketOver when the
   * ticket is over, ObjectDeleted or UploadReplaced when that happened meanwhile; in none of these cases the file stays in its place.
   */
  async placeOnce(temporary: string, key: string, expiresAt: number): Promise<void> {
    // A process may have stood still since the last byte.
    if (Date.now() >= expiresAt) throw new TicketOver(expiresAt);
    const whole = `${temporary}.whole`;
    try {
      // Other uploads do not remove a file with this name, so that of two uploads one wins.
      await rename(temporary, whole);
    } catch (error) {
      if (isMissing(error)) await this.refuseGone(temporary, key);
      throw error;
    }
    try {
      await this.#placeMarked(whole, key, expiresAt);
    } finally {
      await this.remove(whole);
    }
    // An upload that began before the mark was made would else only fail at its end.
    await this.#removeUploads(key);
  }

  async #placeMarked(whole: string, key: string, expiresAt: number): Promise<void> {
    const mark = this.#used(key);
    try {
      await (await open(mark, "wx", 0o640)).close();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") throw new TicketSpent();
      throw error;
    }
    try {
      await utimes(mark, expiresAt / 1000, expiresAt / 1000);
      await this.place(whole, key);
    } catch (error) {
      await this.remove(mark);
      throw error;
    }
    // A deletion marks first and removes then, so one of the two sees the other.
    if (!(await exists(this.#deleted(key)))) return;
    await this.remove(this.pathOf(key));
    throw new ObjectDeleted();
  }

  /** Removes a file for good, with what is being uploaded to it: no upload ticket of its key counts from now on. */
  async delete(key: string): Promise<void> {
    const path = this.pathOf(key);
    // Thumbnails have no tickets.
    if (!key.includes(".")) {
      await (await open(this.#deleted(key), "w", 0o640)).close();
      await this.#removeUploads(key);
    }
    await this.remove(path);
  }

  #used(key: string): string {
    return join(this.spent, key);
  }

  #deleted(key: string): string {
    return join(this.spent, `${key}.deleted`);
  }

  remove(path: string): Promise<void> {
    return rm(path, { force: true });
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error: unknown) => {
      if (isMissing(error)) return false;
      throw error;
    },
  );

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
