import { spawn } from "node:child_process";
import {
  closeSync,
  constants,
  accessSync,
  copyFileSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
} from "node:fs";
import { join, resolve } from "node:path";
import type { Config } from "../runtime/config/load-config.js";
import { CliError } from "./cli-error.js";
import { copyFiles, PART, requireOutside, requireWhole } from "./copy-files.js";

const DUMP = "database.sql";
const MEDIA = "media";
const SECRET = "secret.key";
/** The last line of a whole dump begins so, within its last bytes. */
const WHOLE = "-- Dump completed";
const TAIL_BYTES = 200;

/** One moment for all tables, without locking them; binary values as hex, so that no charset touches them. */
const DUMP_OPTIONS = [
  "--single-transaction",
  "--quick",
  "--skip-lock-tables",
  // the import is into an empty database: what somebody made there meanwhile stops it and is not dropped
  "--skip-add-drop-table",
  "--skip-add-locks",
  "--no-tablespaces",
  "--hex-blob",
  "--default-character-set=utf8mb4",
  // the option of MySQL's own program, which MariaDB's does not know
  "--loose-set-gtid-purged=OFF",
];

type ServerConfig = Config & { databaseUrl: string };

/**
 * Files first, then the database at one moment, then the files that came meanwhile: whatever the dump names is there. The
 * dump gets its name last, so a backup that was killed has none. Gives what the backup does not hold.
 */
export async function makeServerBackup(config: ServerConfig, folder: string): Promise<string[]> {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new CliError(`${folder} is not empty.`);
  const media = mediaFolder(config);
  if (media !== null) requireOutside(folder, [media]);
  const program = findProgram("mariadb-dump", "mysqldump");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (media !== null) copyFiles(media, join(folder, MEDIA));
  const part = join(folder, DUMP + PART);
  const file = openSync(part, "wx", 0o600);
  try {
    const { options, database } = connectionOf(config.databaseUrl);
    await run(program, [...options, ...DUMP_OPTIONS, database], config.databaseUrl, ["ignore", file, "pipe"]);
  } finally {
    closeSync(file);
  }
  if (media !== null) copyFiles(media, join(folder, MEDIA));
  const secret = join(config.dataDir, SECRET);
  const hasSecret = config.secretKey === null && existsSync(secret);
  if (hasSecret) copyFileSync(secret, join(folder, SECRET));
  renameSync(part, join(folder, DUMP));
  return [
    ...(media === null ? ["the media, which lie in the bucket of STORAGE_URL"] : []),
    ...(hasSecret ? [] : ["SECRET_KEY, without which nothing that is sealed can be read"]),
  ];
}

/** Into a database without tables and a media folder without files. Files first: the database never names one that is missing. */
export async function restoreServerBackup(config: ServerConfig, folder: string): Promise<void> {
  const dump = join(folder, DUMP);
  requireWhole(folder, DUMP);
  if (!existsSync(dump)) throw new CliError(`${folder} holds no backup of a database server.`);
  const file = openSync(dump, "r");
  try {
    if (!isWhole(file)) throw new CliError(`${dump} ends in the middle: make the backup again.`);
    const program = findProgram("mariadb", "mysql");
    const { options, database } = connectionOf(config.databaseUrl);
    const target = [...options, "--default-character-set=utf8mb4", database];
    const tables = await run(
      program,
      ["--batch", "--skip-column-names", "--execute=SHOW TABLES", ...target],
      config.databaseUrl,
      ["ignore", "pipe", "pipe"],
    );
    if (tables.trim() !== "")
      throw new CliError(
        "The database of DATABASE_URL is not empty: make a new one. A process that starts on an empty database makes tables too.",
      );
    if (existsSync(join(folder, SECRET)) && existsSync(join(config.dataDir, SECRET)))
      throw new CliError(
        `${join(config.dataDir, SECRET)} exists: move it away first, the backup has its own.`,
      );
    const media = mediaFolder(config);
    if (existsSync(join(folder, MEDIA))) {
      if (media === null)
        throw new CliError(
          `${folder} holds media, and STORAGE_URL names a bucket: give it disk:/path, or copy them yourself.`,
        );
      if (existsSync(media) && readdirSync(media).length > 0)
        throw new CliError(`${media} is not empty: move it away first.`);
      copyFiles(join(folder, MEDIA), media);
    }
    if (existsSync(join(folder, SECRET))) {
      mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
      copyFileSync(join(folder, SECRET), join(config.dataDir, SECRET), constants.COPYFILE_EXCL);
    }
    await run(program, target, config.databaseUrl, [file, "pipe", "pipe"]);
  } finally {
    closeSync(file);
  }
}

/** Where the media lie; null for a bucket, which has backups of its own. */
export function mediaFolder({ storageUrl }: Config): string | null {
  if (!storageUrl.startsWith("disk:")) return null;
  return resolve(decodeURIComponent(new URL(storageUrl).pathname));
}

function connectionOf(url: string): { options: string[]; database: string } {
  const { hostname, port, username, pathname } = new URL(url);
  return {
    options: [
      `--host=${hostname.replace(/^\[(.*)\]$/, "$1")}`,
      `--port=${port || "3306"}`,
      "--protocol=tcp",
      `--user=${decodeURIComponent(username)}`,
    ],
    database: decodeURIComponent(pathname.slice(1)),
  };
}

function findProgram(...names: [string, string]): string {
  for (const name of names)
    for (const folder of (process.env.PATH ?? "").split(":").filter((each) => each !== "")) {
      try {
        accessSync(join(folder, name), constants.X_OK);
        return join(folder, name);
      } catch {
        // not here
      }
    }
  throw new CliError(
    `There is no ${names.join(" and no ")} in PATH: install the client of MariaDB or MySQL (Debian: mariadb-client).`,
  );
}

/** Gives what the program printed. The password goes by its environment: the command line is everybody's to read. */
function run(
  program: string,
  args: readonly string[],
  url: string,
  stdio: readonly ("ignore" | "pipe" | number)[],
): Promise<string> {
  const MYSQL_PWD = decodeURIComponent(new URL(url).password);
  const child = spawn(program, args, { stdio: [...stdio], env: { PATH: process.env.PATH, MYSQL_PWD } });
  let printed = "";
  let failed = "";
  child.stdout?.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (failed = (failed + chunk.toString()).slice(-2000)));
  return new Promise((done, fail) => {
    child.once("error", fail);
    child.once("close", (code) =>
      code === 0
        ? done(printed)
        : fail(new CliError(`${program} ended with ${String(code)}: ${failed.trim()}`)),
    );
  });
}

function isWhole(file: number): boolean {
  const { size } = fstatSync(file);
  const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
  readSync(file, tail, 0, tail.length, Math.max(0, size - TAIL_BYTES));
  return tail.toString().includes(WHOLE);
}
