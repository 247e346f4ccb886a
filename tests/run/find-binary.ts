import { accessSync, constants } from "node:fs";
import { join } from "node:path";

const EXTRA = ["/usr/sbin", "/usr/local/sbin", "/usr/local/bin", "/usr/bin"];

/** Returns the first executable with one of these names in PATH or in the folders where distributions put servers; null when there is none. */
export function findBinary(...names: string[]): string | null {
  const folders = [...(process.env.PATH ?? "").split(":").filter((folder) => folder !== ""), ...EXTRA];
  for (const name of names) {
    for (const folder of folders) {
      const file = join(folder, name);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {
        // It is not in this folder.
      }
    }
  }
  return null;
}
