import "reflect-metadata";
import { Command } from "commander";
import { ConfigError } from "../runtime/config/load-config.js";
import { CliError } from "./cli-error.js";
import { addLedger } from "./ledger.js";

const program = new Command("kiln").description(
  "Operates a Kiln deployment. Reads the same environment variables as the server.",
);
program.showHelpAfterError();
addLedger(program);

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CliError || error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
