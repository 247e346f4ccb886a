import type { Command } from "commander";
import { type Config, loadConfig } from "../runtime/config/load-config.js";
import { isWithin, realPath } from "./copy-files.js";
import { makeEmbeddedBackup, restoreEmbeddedBackup } from "./embedded-backup.js";
import { makeServerBackup, mediaFolder, restoreServerBackup } from "./server-backup.js";

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
      await makeEmbeddedBackup(config.dataDir, folder);
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
      else restoreEmbeddedBackup(folder, dataDir);
      process.stdout.write(
        `Restored into ${databaseUrl === null ? dataDir : "the database of DATABASE_URL"}.\n`,
      );
    });
}

/** Whether the media lie in a bucket, or in a folder outside of the data folder. */
function hasMediaElsewhere(config: Config): boolean {
  const media = mediaFolder(config);
  return media === null || !isWithin(realPath(media), realPath(config.dataDir));
}
