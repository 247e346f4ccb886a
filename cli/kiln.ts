import "reflect-metadata";
import { Command } from "commander";
import { ConfigError } from "../runtime/config/load-config.js";
import { CliError } from "./cli-error.js";
import { addAccounts } from "./accounts.js";
import { addBackup } from "./backup.js";
import { addLedger } from "./ledger.js";
import { addMigrate } from "./migrate.js";
import { addModels } from "./models.js";
import { addPlugin } from "./plugin.js";
import { addProcesses } from "./processes.js";
import { addTypes } from "./types.js";

const program = new Command("kiln").description(
  "Operates a Kiln deployment. Reads the same environment variables as the server.",
);
program.showHelpAfterError();
for (const add of [
  addAccounts,
  addModels,
  addProcesses,
  addLedger,
  addMigrate,
  addBackup,
  addPlugin,
  addTypes,
])
  add(program);

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CliError || error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
