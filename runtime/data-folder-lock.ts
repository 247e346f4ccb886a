import { mkdirSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { ConfigError } from "./config/load-config.js";

/**
 * Refuses a second process on an embedded database (decisions 1: DATA_DIR). The lock is SQLite's own
 * exclusive lock on a file beside it, which the system takes back when the process dies, however it dies.
 */
export function lockDataFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  const lock = new DatabaseSync(`${dataDir}/kiln.lock`, { timeout: 0 });
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
