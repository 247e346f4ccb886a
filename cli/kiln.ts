import "reflect-metadata";
import { inspect } from "node:util";
import { Command, CommanderError } from "commander";
import { ConfigError } from "../runtime/config/load-config.js";
import { CliError } from "./cli-error.js";

const program = new Command("kiln").description(
  "Operates a Kiln deployment. Reads the same environment variables as the server.",
);
// subcommands take both over, so this comes first
program.showHelpAfterError().exitOverride();

/** In the order of the help; a file may add several commands. */
const SOURCES: readonly { names: readonly string[]; load: () => Promise<(program: Command) => void> }[] = [
  { names: ["accounts", "credits"], load: async () => (await import("./accounts.js")).addAccounts },
  { names: ["oauth"], load: async () => (await import("./oauth.js")).addOauth },
  { names: ["models"], load: async () => (await import("./models.js")).addModels },
  {
    names: ["plugins", "services", "tasks"],
    load: async () => (await import("./processes.js")).addProcesses,
  },
  { names: ["ledger"], load: async () => (await import("./ledger.js")).addLedger },
  { names: ["migrate"], load: async () => (await import("./migrate.js")).addMigrate },
  { names: ["backup"], load: async () => (await import("./backup.js")).addBackup },
  { names: ["plugin"], load: async () => (await import("./plugin.js")).addPlugin },
  { names: ["types"], load: async () => (await import("./types.js")).addTypes },
];
// Only what the asked one needs is loaded; the help, and what nobody knows, need all.
const [, , asked = ""] = process.argv;
const wanted = SOURCES.filter(({ names }) => names.includes(asked));
for (const { load } of wanted.length > 0 ? wanted : SOURCES) (await load())(program);

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
