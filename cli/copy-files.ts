import { cpSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Copies what is in a folder and is not in the other one yet, but for some names. What is removed meanwhile is left out. */
export function copyFiles(from: string, to: string, without: ReadonlySet<string> = new Set()): void {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (without.has(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    try {
      if (entry.isDirectory()) copyFiles(source, target);
      else cpSync(source, target, { force: false, errorOnExist: false, preserveTimestamps: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
}
