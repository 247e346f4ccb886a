import { closeSync, cpSync, existsSync, mkdirSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import type { Command } from "commander";
import { type Config, loadConfig } from "../runtime/config/load-config.js";
import { lockDataFolder } from "../runtime/data-folder-lock.js";
import { CliError } from "./cli-error.js";
import { copyFiles, isWithin, realPath, requireOutside } from "./copy-files.js";
import { makeServerBackup, mediaFolder, restoreServerBackup } from "./server-backup.js";

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

/** `kiln backup`: a deployment, while it runs; and its way back. */
export function addBackup(program: Command): void {
  const group = program.command("backup").description("Backups of a deployment");
  group
    .command("make <folder>", { isDefault: true })
    .description(
      "Copies the database, and the media where they lie in a folder, into a new folder, while Kiln runs",
    )
    .action(async (folder: string) => {
      const config = loadConfig(process.env);
      if (config.databaseUrl !== null) {
        const missing = await makeServerBackup({ ...config, databaseUrl: config.databaseUrl }, folder);
        return void process.stdout.write(
          `The backup is in ${folder}. ${missing.map((what) => `It does not hold ${what}.`).join(" ")}\n`,
        );
      }
      await makeBackup(config.dataDir, folder);
      process.stdout.write(
        `The backup is in ${folder}. It is a whole data folder: start on it, or restore it.${hasMediaElsewhere(config) ? " It does not hold the media, which lie where STORAGE_URL says." : ""}\n`,
      );
    });
  group
    .command("restore <folder>")
    .description(
      "Copies a backup into an empty database and an empty media folder, or into an empty DATA_DIR",
    )
    .action(async (folder: string) => {
      const config = loadConfig(process.env);
      const { databaseUrl, dataDir } = config;
      if (databaseUrl !== null) await restoreServerBackup({ ...config, databaseUrl }, folder);
      else restoreBackup(folder, dataDir);
      process.stdout.write(
        `Restored into ${databaseUrl === null ? dataDir : "the database of DATABASE_URL"}.\n`,
      );
    });
}

/**
 * Files first, then the database at one moment, then the files that came meanwhile: whatever the
 * copied database names is there, also what was deleted after the first look.
 */
async function makeBackup(dataDir: string, folder: string): Promise<void> {
  if (!existsSync(join(dataDir, "kiln.db")))
    throw new CliError(`There is no database in ${dataDir}: set DATA_DIR to the instance's.`);
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new CliError(`${folder} is not empty.`);
  requireOutside(folder, [dataDir]);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  copyFiles(dataDir, folder, TRANSIENT);
  // made before it is filled, so that nobody else can read it meanwhile
  closeSync(openSync(join(folder, "kiln.db"), "wx", 0o600));
  const source = new DatabaseSync(join(dataDir, "kiln.db"), { readOnly: true });
  try {
    await backup(source, join(folder, "kiln.db"));
  } finally {
    source.close();
  }
  copyFiles(dataDir, folder, TRANSIENT);
}

/** Whether the media lie in a bucket, or in a folder outside of the data folder. */
function hasMediaElsewhere(config: Config): boolean {
  const media = mediaFolder(config);
  return media === null || !isWithin(realPath(media), realPath(config.dataDir));
}

function restoreBackup(folder: string, dataDir: string): void {
  if (!existsSync(join(folder, "kiln.db"))) throw new CliError(`${folder} holds no backup.`);
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new CliError(`${dataDir} is not empty: move it away first.`);
  const unlock = lockDataFolder(dataDir);
  try {
    copyFiles(folder, dataDir, TRANSIENT);
    cpSync(join(folder, "kiln.db"), join(dataDir, "kiln.db"));
  } finally {
    unlock();
  }
}
