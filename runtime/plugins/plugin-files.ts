import { createHash } from "node:crypto";
import { type Dirent, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

export interface PluginFile {
  /** Name of the file or folder in PLUGINS_DIR. */
  entry: string;
  file: string;
  /** What a version covers: the folder with a final slash, or the file. */
  root: string;
  /** Changes with any byte of it. */
  hash: string;
}

const INDEX = ["index.js", "index.mjs"];

/** The plugins that lie in a folder: `.js` and `.mjs` files, and folders with an index file. */
export function pluginFiles(folder: string): PluginFile[] {
  if (!existsSync(folder)) return [];
  const found: PluginFile[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = fileOf(folder, entry);
    if (file === null) continue;
    const path = join(folder, entry.name);
    const isFolder = statSync(path).isDirectory();
    found.push({ entry: entry.name, file, root: isFolder ? `${path}/` : path, hash: hashOf(path, isFolder) });
  }
  return found.toSorted((a, b) => (a.entry < b.entry ? -1 : 1));
}

function fileOf(folder: string, entry: Dirent): string | null {
  if (entry.name.startsWith(".") || entry.name === "node_modules") return null;
  const path = join(folder, entry.name);
  if (statSync(path).isDirectory())
    return INDEX.map((name) => join(path, name)).find((file) => existsSync(file)) ?? null;
  return /\.m?js$/.test(entry.name) ? path : null;
}

function hashOf(path: string, isFolder: boolean): string {
  const hash = createHash("sha256");
  const files = isFolder ? filesUnder(path) : [path];
  for (const file of files) hash.update(file).update("\0").update(readFileSync(file)).update("\0");
  return hash.digest("hex").slice(0, 16);
}

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith(".") && name !== "node_modules")
    .flatMap((entry) =>
      entry.isDirectory() ? filesUnder(join(folder, entry.name)) : [join(folder, entry.name)],
    )
    .toSorted();
