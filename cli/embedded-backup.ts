import { closeSync, cpSync, existsSync, mkdirSync, openSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { lockDataFolder } from "../runtime/database/data-folder-lock.js";
import { CliError } from "./cli-error.js";
import { copyFiles, PART, requireOutside, requireWhole } from "./copy-files.js";

const DATABASE = "kiln.db";
/** How long a reader waits for a writer that has just begun the write-ahead log anew. */
const BUSY_MS = 10_000;

/** Never part of a backup: they belong to the process that runs. */
const TRANSIENT = new Set([
  DATABASE,
  DATABASE + PART,
  "kiln.db-wal",
  "kiln.db-shm",
  "kiln.lock",
  "kiln.lock-journal",
  "control.sock",
  "tmp",
]);

/**
 * Files first, then the database at one moment, then the files that came meanwhile: whatever the copied database names is
 * there, also what was deleted after the first look. The database gets its name last, so a backup that was killed has none.
 */
export async function makeEmbeddedBackup(dataDir: string, folder: string): Promise<void> {
  if (!existsSync(join(dataDir, DATABASE)))
    throw new CliError(`There is no database in ${dataDir}: set DATA_DIR to the instance's.`);
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new CliError(`${folder} is not empty.`);
  requireOutside(folder, [dataDir]);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  copyFiles(dataDir, folder, TRANSIENT);
  const part = join(folder, DATABASE + PART);
  await copyDatabase(join(dataDir, DATABASE), part);
  copyFiles(dataDir, folder, TRANSIENT);
  renameSync(part, join(folder, DATABASE));
}

/**
 * Copies a database as it is at one moment. SQLite begins a copy anew whenever it sees that somebody has written, and on a
 * busy instance it would never end: the transaction keeps what this connection sees as it is, and writers go on.
 */
async function copyDatabase(from: string, to: string): Promise<void> {
  // The file is made before it is filled, so that nobody else can read it meanwhile.
  closeSync(openSync(to, "wx", 0o600));
  const source = new DatabaseSync(from, { readOnly: true, timeout: BUSY_MS });
  try {
    source.exec("BEGIN");
    // A transaction sees the database as it is at its first read.
    source.prepare("SELECT count(*) FROM sqlite_schema").get();
    await backup(source, to);
  } finally {
    source.close();
  }
}

/** Into a folder that is empty or does not exist. The database gets its name last, here too. */
export function restoreEmbeddedBackup(folder: string, dataDir: string): void {
  requireWhole(folder, DATABASE);
  if (!existsSync(join(folder, DATABASE))) throw new CliError(`${folder} holds no backup.`);
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new CliError(`${dataDir} is not empty: move it away first.`);
  const unlock = lockDataFolder(dataDir);
  try {
    copyFiles(folder, dataDir, TRANSIENT);
    cpSync(join(folder, DATABASE), join(dataDir, DATABASE + PART));
    renameSync(join(dataDir, DATABASE + PART), join(dataDir, DATABASE));
  } finally {
    unlock();
  }
}
