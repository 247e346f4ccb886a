import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { ConfigError } from "../config/load-config.js";

/**
 * Refuses a second process on an embedded database (rules/running 5). The lock is SQLite's own
 * exclusive lock on a file beside it, which the system takes back when the process dies, however it dies.
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
    // Not `recursive`: below /proc Node tries for ever.
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
