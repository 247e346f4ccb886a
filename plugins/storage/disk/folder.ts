import { createHash, randomBytes } from "node:crypto";
import { mkdir, open, rename, rm, stat, utimes, type FileHandle } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { BigIntStats } from "node:fs";
import type { StoredFile } from "../../kit/storage-driver.js";

const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

const isKey = (text: string): boolean => KEY.test(text);

export const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";

/** An upload ticket was used before. */
export class TicketSpent extends Error {
  override readonly name = "TicketSpent";
}

/** The object that an upload ticket is for was deleted. */
export class ObjectDeleted extends Error {
  override readonly name = "ObjectDeleted";
}

export const describe = (stats: BigIntStats): StoredFile => ({
  sizeBytes: Number(stats.size),
  // A replaced file is another inode, so that two writes within a clock tick differ too.
  etag: `"${stats.ino.toString(36)}-${stats.size.toString(36)}-${stats.mtimeNs.toString(36)}"`,
});

/**
 * The driver's folder: `ab/cd/<key>` holds the bytes, `tmp/` what is not whole yet, `spent/` an empty
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

  /** Sharded by a hash, since ids that carry the time share their beginning. A thumbnail lies beside its object. */
  pathOf(key: string): string {
    if (!isKey(key)) throw new Error(`"${key}" is no key of a stored file.`);
    const shard = createHash("sha256")
      .update(key.split(".", 1)[0] ?? key)
      .digest("hex");
    return join(this.root, shard.slice(0, 2), shard.slice(2, 4), key);
  }

  /** A new file that nobody sees yet. */
  async openTemporary(key: string): Promise<{ path: string; handle: FileHandle }> {
    const path = join(this.temporary, `${key}.${randomBytes(8).toString("hex")}`);
    return { path, handle: await open(path, "wx", 0o640) };
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

  /** Throws when the key's upload ticket opens nothing any more. */
  async refuseSpent(key: string): Promise<void> {
    if (await exists(this.#deleted(key))) throw new ObjectDeleted();
    if (await exists(this.#used(key))) throw new TicketSpent();
  }

  /**
   * Places a file as the one that the key's upload ticket allows. Throws TicketSpent for all callers but one,
   * ObjectDeleted when `delete` was called meanwhile; then nothing of it stays.
   */
  async placeOnce(temporary: string, key: string, expiresAt: number): Promise<void> {
    const mark = this.#used(key);
    try {
      await (await open(mark, "wx", 0o640)).close();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") throw new TicketSpent();
      throw error;
    }
    try {
      await utimes(mark, expiresAt / 1000, expiresAt / 1000);
      await this.place(temporary, key);
    } catch (error) {
      await this.remove(mark);
      throw error;
    }
    // A deletion marks first and removes then, so one of the two sees the other.
    if (!(await exists(this.#deleted(key)))) return;
    await this.remove(this.pathOf(key));
    throw new ObjectDeleted();
  }

  /** Removes a file for good: no upload ticket of its key counts from now on. */
  async delete(key: string): Promise<void> {
    const path = this.pathOf(key);
    // Thumbnails have no tickets.
    if (!key.includes(".")) await (await open(this.#deleted(key), "w", 0o640)).close();
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
