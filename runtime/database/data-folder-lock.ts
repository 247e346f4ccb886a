import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { ConfigError } from "../config/load-config.js";

/**
 * Refuses a second process on an embedded database (rules/running 5). The lock is SQLite's own exclusive lock on a file
 * beside the database. The operating system releases that lock when the process ends, even when it is killed. Returns the
 * function that releases the lock. Throws ConfigError when another process holds the lock or the folder cannot be written.
 */
export function lockDataFolder(dataDir: string): () => void {
  const lock = openLockFile(dataDir);
  try {
    lock.exec("PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE");
  } catch {
    lock.close();
    throw new ConfigError(
      `DATA_DIR must be a folder of its own: another process has the embedded database in ${dataDir} open.`,
    );
  }
  return () => lock.close();
}

function openLockFile(dataDir: string): DatabaseSync {
  try {
    // The folders are made one by one, for with `recursive` Node tries for ever below /proc.
    for (const folder of missingFolders(dataDir))
      mkdirSync(folder, folder === dataDir ? { mode: 0o700 } : {});
    return new DatabaseSync(`${dataDir}/kiln.lock`, { timeout: 0 });
  } catch (error) {
    throw new ConfigError(
      `DATA_DIR must be a folder that this process can write, and ${dataDir} is not: ${(error as Error).message}.`,
    );
  }
}

function missingFolders(folder: string): string[] {
  if (existsSync(folder)) return [];
  return [...missingFolders(dirname(folder)), folder];
}
