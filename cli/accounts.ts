import type { Command } from "commander";
import {
  adminGrantCredits,
  adminListAccounts,
  adminUpdateAccount,
  type AdminAccount,
} from "../contracts/identity.js";
import { CliError } from "./cli-error.js";
import { findAccount } from "./find-account.js";
import { operate } from "./operate.js";
import { printTable } from "./print-table.js";

const show = (accounts: readonly AdminAccount[]): void => {
  const rows = accounts.map((account) => [
    account.id,
    account.email,
    account.tier,
    String(account.remainingCredits),
    [account.operator && "operator", account.suspended && "suspended", !account.emailVerified && "unverified"]
      .filter(Boolean)
      .join(" "),
  ]);
  process.stdout.write(printTable(["id", "e-mail", "tier", "credits", "is"], rows));
};

interface Changes {
  suspend?: boolean;
  unsuspend?: boolean;
  verify?: boolean;
  operator?: boolean;
  generation?: string;
  transcription?: string;
}

/** `kiln accounts` and `kiln credits`. */
export function addAccounts(program: Command): void {
  const accounts = program.command("accounts").description("Accounts of the deployment");
  accounts
    .command("list", { isDefault: true })
    .description("Newest first")
    .option("--q <text>", "only those whose address or name has this text")
    .option("--limit <count>", "at most 200", "50")
    .action(async ({ q, limit }: { q?: string; limit: string }) => {
      const found = await operate((call) =>
        call(adminListAccounts, { ...(q !== undefined && { q }), limit: Number(limit) }),
      );
      show(found.accounts);
      process.stdout.write(`${found.total} accounts\n`);
    });
  accounts
    .command("update <account>")
    .description("Changes an account, named by id or address")
    .option("--suspend", "it reads, and nothing else")
    .option("--unsuspend")
    .option("--verify", "its address counts as confirmed")
    .option("--operator", "make it an operator")
    .option("--no-operator", "take that back")
    .option("--generation <on|off>", "switch generation for it")
    .option("--transcription <on|off>", "switch transcription for it")
    .action(async (account: string, given: Changes, command: Command) => {
      await operate(async (call) => {
        const { id } = await findAccount(call, account);
        show([(await call(adminUpdateAccount, { id, ...changeOf(given, command) })).account]);
      });
    });
  program
    .command("credits <account> <delta>")
    .description("Grants credits, or takes them with a negative number: a ledger adjustment")
    .option("--note <text>", "stands in the ledger")
    .action(async (account: string, delta: string, { note }: { note?: string }) => {
      await operate(async (call) => {
        const { id } = await findAccount(call, account);
        show([
          (await call(adminGrantCredits, { id, deltaCredits: Number(delta), note: note ?? null })).account,
        ]);
      });
    });
}

const isOn = (name: string, text: string): boolean => {
  if (text !== "on" && text !== "off") throw new CliError(`--${name} must be on or off, not "${text}".`);
  return text === "on";
};

function changeOf(given: Changes, command: Command): object {
  return {
    ...((given.suspend || given.unsuspend) && { suspended: Boolean(given.suspend) }),
    ...(given.verify && { emailVerified: true }),
    ...(command.getOptionValueSource("operator") === "cli" && { operator: given.operator }),
    ...((given.generation ?? given.transcription) !== undefined && {
      features: {
        ...(given.generation !== undefined && { generation: isOn("generation", given.generation) }),
        ...(given.transcription !== undefined && {
          transcription: isOn("transcription", given.transcription),
        }),
      },
    }),
  };
}
