import { cpSync, existsSync, mkdirSync, readdirSync, realpathSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { CliError } from "./cli-error.js";

/** Ends the name of a backup's database until the backup is whole. */
export const PART = ".part";

/** Throws a CliError for a backup that was killed before its database got its name. */
export function requireWhole(folder: string, database: string): void {
  if (existsSync(join(folder, database + PART)))
    throw new CliError(`The backup in ${folder} ends in the middle: make it again.`);
}

/** Throws a CliError for a backup in a folder that it copies: each copy would hold a copy of itself. */
export function requireOutside(folder: string, copied: readonly string[]): void {
  const target = realPath(folder);
  for (const each of copied)
    if (isWithin(target, realPath(each)))
      throw new CliError(`${folder} lies in ${each}, which the backup copies: name a folder outside of it.`);
}

export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

/** Where a path leads, links followed as far as it exists. */
export function realPath(path: string): string {
  const whole = resolve(path);
  if (existsSync(whole)) return realpathSync(whole);
  const parent = dirname(whole);
  return parent === whole ? whole : join(realPath(parent), whole.slice(parent.length));
}

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
