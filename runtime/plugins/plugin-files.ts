import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { PLUGIN_NAME } from "./check-definition.js";
import { entryPointOf, fileOf } from "./entry-point.js";

export interface PluginFile {
  /** The name of the file or folder in PLUGINS_DIR. */
  entry: string;
  label: string;
  file: string;
  /** The path that the version covers: the folder with a final slash, or the file. */
  root: string;
  /** The hash of the names and bytes of the plugin's files, except in `node_modules`. */
  hash: string;
}

/** The contents of the folder. */
export interface PluginFiles {
  files: readonly PluginFile[];
  /** The entries of which a file vanished while they were read; the next look reads them again. */
  unsettled: readonly string[];
  /** The entries that are not plugins, with the reasons. */
  strange: readonly StrangeEntry[];
}

export interface StrangeEntry {
  label: string;
  path: string;
  reason: string;
}

/** A file that was changed within this time before it was read may change again without a new time stamp. */
const FRESH_MS = 2000;

interface Seen {
  stamp: string;
  hash: string;
}

/** The names that belong to a folder of JavaScript and are not plugins. */
const BESIDE = ["package.json", "package-lock.json", "tsconfig.json", "node_modules"];

/**
 * The plugins in a folder: JavaScript and TypeScript files, and folders with an index file or a package.json
 * whose `main` names one (`entryPointOf`).
 */
export class PluginFolder {
  readonly #folder: string;
  /** The last look by entry, so that bytes are read again only if a file seems to have changed. */
  #seen = new Map<string, Seen>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Reads the present plugins; the result is empty if there is no such folder. Throws if the folder or a file
   * in it cannot be read.
   */
  async look(): Promise<PluginFiles> {
    const entries = await readdir(this.#folder).catch((error: unknown) => orIfGone<string[]>(error, []));
    const files: PluginFile[] = [];
    const unsettled: string[] = [];
    const strange: StrangeEntry[] = [];
    const seen = new Map<string, Seen>();
    for (const entry of entries.toSorted()) {
      if (entry.startsWith(".") || BESIDE.includes(entry)) continue;
      try {
        const found = await this.#read(entry, seen);
        if (found === null) continue;
        if ("reason" in found) strange.push(found);
        else files.push(found);
      } catch (error) {
        orIfGone(error, null);
        unsettled.push(entry);
      }
    }
    this.#seen = seen;
    return { files, unsettled, strange };
  }

  async #read(entry: string, seen: Map<string, Seen>): Promise<PluginFile | StrangeEntry | null> {
    // Links are resolved here, because the module loader resolves them too.
    const path = await realpath(join(this.#folder, entry)).catch((error: unknown) => orIfGone(error, null));
    if (path === null) return null;
    const isFolder = (await stat(path)).isDirectory();
    const begins = isFolder ? await entryPointOf(path) : fileOf(path);
    const label = labelOf(entry, isFolder);
    if ("reason" in begins) return { label, path, ...begins };
    const { file } = begins;
    const paths = isFolder ? await filesUnder(path) : [path];
    const { stamp, isFresh } = await stampOf(paths);
    const known = this.#seen.get(entry);
    const hash = known?.stamp === stamp ? known.hash : await hashOf(path, paths);
    if (!isFresh) seen.set(entry, { stamp, hash });
    return { entry, label, file, root: isFolder ? `${path}/` : path, hash };
  }
}

/**
 * Returns the name under which an entry is listed while its plugin has none. No plugin can have that name, so that
 * the entry takes nothing from a plugin whose name it has (rules/operations 15).
 */
function labelOf(entry: string, isFolder: boolean): string {
  if (isFolder) return `${entry}/`;
  return PLUGIN_NAME.test(entry) ? `./${entry}` : entry;
}

/** Returns `instead` if the error says that a file is gone; throws any other error. */
function orIfGone<T>(error: unknown, instead: T): T {
  const { code } = error as { code?: unknown };
  if (code === "ENOENT" || code === "ENOTDIR" || code === "ELOOP") return instead;
  throw error;
}

async function filesUnder(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...(await filesUnder(path)));
    // The contents of a linked folder do not belong to the plugin.
    else if (entry.isFile() || (await stat(path)).isFile()) found.push(path);
  }
  return found.toSorted();
}

/** Returns a stamp that changes with nearly every write to the files, without reading their contents. */
async function stampOf(paths: readonly string[]): Promise<{ stamp: string; isFresh: boolean }> {
  let newest = 0;
  const stamps: string[] = [];
  for (const path of paths) {
    const { size, mtimeNs, ctimeNs, ctimeMs, ino } = await stat(path, { bigint: true });
    newest = Math.max(newest, Number(ctimeMs));
    stamps.push(`${path} ${size} ${mtimeNs} ${ctimeNs} ${ino}`);
  }
  return { stamp: stamps.join("\n"), isFresh: Date.now() - newest < FRESH_MS };
}

async function hashOf(root: string, paths: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const path of paths) {
    hash.update(relative(root, path)).update("\0");
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
    hash.update("\0");
  }
  return hash.digest("hex").slice(0, 16);
}
