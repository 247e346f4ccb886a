import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import type { Command } from "commander";
import { loadConfig } from "../runtime/config/load-config.js";
import { lockDataFolder } from "../runtime/data-folder-lock.js";
import { CliError } from "./cli-error.js";

/** Never part of a backup: they belong to the process that runs. */
const TRANSIENT = new Set([
  "kiln.db",
  "kiln.db-wal",
  "kiln.db-shm",
  "kiln.lock",
  "kiln.lock-journal",
  "control.sock",
  "tmp",
]);

/** `kiln backup`: an embedded instance, while it runs; and its way back. */
export function addBackup(program: Command): void {
  const group = program.command("backup").description("Backups of an embedded instance");
  group
    .command("make <folder>", { isDefault: true })
    .description("Copies the instance of DATA_DIR into a new folder, while it runs")
    .action(async (folder: string) => {
      await makeBackup(embeddedFolder(), folder);
      process.stdout.write(
        `The backup is in ${folder}. It is a whole data folder: start on it, or restore it.\n`,
      );
    });
  group
    .command("restore <folder>")
    .description("Copies a backup into DATA_DIR, which must be empty or absent")
    .action((folder: string) => {
      const { dataDir } = loadConfig(process.env);
      restoreBackup(folder, dataDir);
      process.stdout.write(`Restored into ${dataDir}.\n`);
    });
}

function embeddedFolder(): string {
  const { databaseUrl, dataDir } = loadConfig(process.env);
  if (databaseUrl !== null)
    throw new CliError(
      "This deployment's database is a server: back it up with the server's own tools, and STORAGE_URL with its store's.",
    );
  if (!existsSync(join(dataDir, "kiln.db")))
    throw new CliError(`There is no database in ${dataDir}: set DATA_DIR to the instance's.`);
  return dataDir;
}

/**
 * Files first, then the database at one moment, then the files that came meanwhile: whatever the
 * copied database names is there, also what was deleted in between.
 */
async function makeBackup(dataDir: string, folder: string): Promise<void> {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new CliError(`${folder} is not empty.`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  copyFiles(dataDir, folder);
  const source = new DatabaseSync(join(dataDir, "kiln.db"), { readOnly: true });
  try {
    await backup(source, join(folder, "kiln.db"));
    chmodSync(join(folder, "kiln.db"), 0o600);
  } finally {
    source.close();
  }
  copyFiles(dataDir, folder);
}

function restoreBackup(folder: string, dataDir: string): void {
  if (!existsSync(join(folder, "kiln.db"))) throw new CliError(`${folder} holds no backup.`);
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new CliError(`${dataDir} is not empty: move it away first.`);
  const unlock = lockDataFolder(dataDir);
  try {
    copyFiles(folder, dataDir);
    cpSync(join(folder, "kiln.db"), join(dataDir, "kiln.db"));
  } finally {
    unlock();
  }
}

function copyFiles(from: string, to: string): void {
  for (const entry of readdirSync(from)) {
    if (TRANSIENT.has(entry)) continue;
    cpSync(join(from, entry), join(to, entry), {
      recursive: true,
      force: false,
      errorOnExist: false,
      preserveTimestamps: true,
    });
  }
}
