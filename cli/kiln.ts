import "reflect-metadata";
import { inspect } from "node:util";
import { Command, CommanderError } from "commander";
import { ConfigError } from "../runtime/config/load-config.js";
import { CliError } from "./cli-error.js";
import { addAccounts } from "./accounts.js";
import { addBackup } from "./backup.js";
import { addLedger } from "./ledger.js";
import { addMigrate } from "./migrate.js";
import { addModels } from "./models.js";
import { addOauth } from "./oauth.js";
import { addPlugin } from "./plugin.js";
import { addProcesses } from "./processes.js";
import { addTypes } from "./types.js";

const program = new Command("kiln").description(
  "Operates a Kiln deployment. Reads the same environment variables as the server.",
);
// subcommands take both over, so this comes first
program.showHelpAfterError().exitOverride();
for (const add of [
  addAccounts,
  addOauth,
  addModels,
  addProcesses,
  addLedger,
  addMigrate,
  addBackup,
  addPlugin,
  addTypes,
])
  add(program);

/**
 * 2: the command could not do its work, or was typed wrongly. 1 is what a command found out, such as a file that is
 * behind (`types --check`) or a ledger that does not add up.
 */
try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else if (error instanceof CliError || error instanceof ConfigError) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  } else {
    process.stderr.write(`${inspect(error)}\n`);
    process.exit(2);
  }
}
