import type { Command } from "commander";
import { snapshot } from "../runtime/database/snapshot.js";
import { type LedgerReport, verifyLedger } from "../services/billing/verify-ledger.js";
import { printTable } from "./print-table.js";
import { existsSync } from "node:fs";
import { ENTITIES } from "../entities/index.js";
import { MIGRATIONS } from "../migrations/index.js";
import { loadConfig } from "../runtime/config/load-config.js";
import { type Database, openDatabase } from "../runtime/database/database.js";
import { CliError } from "./cli-error.js";

/** `kiln ledger verify`: exits 1 on a mismatch, 2 when there is nothing to verify. */
export function addLedger(program: Command): void {
  program
    .command("ledger")
    .description("The credit ledger")
    .command("verify")
    .description(
      "Checks every account's ledger, balance, holds and jobs; on a running or a stopped deployment",
    )
    .option("--json", "print one JSON object instead of a table")
    .action(async (options: { json?: boolean }) => {
      const database = await openForReading(process.env);
      try {
        const report = await snapshot(database, verifyLedger);
        process.stdout.write(options.json ? asJson(report) : asTable(report));
        if (report.mismatches.length > 0) process.exitCode = 1;
      } finally {
        await database.close();
      }
    });
}

const asJson = ({ accounts, mismatches }: LedgerReport) =>
  `${JSON.stringify({ verified: accounts.length, mismatches, accounts }, null, 2)}\n`;

function asTable({ accounts, mismatches }: LedgerReport): string {
  const broken = new Set(mismatches.map(({ accountId }) => accountId));
  const rows = accounts.map((account) => [
    account.accountId,
    String(account.ledgerCredits),
    String(account.balanceCredits),
    String(account.heldCredits),
    String(account.openHolds),
    broken.has(account.accountId) ? "MISMATCH" : "ok",
  ]);
  const problems = mismatches.map(({ accountId, problem }) => `${accountId}: ${problem}\n`);
  return [
    printTable(["account", "ledger", "balance", "held", "holds", "state"], rows),
    ...problems,
    `${accounts.length} accounts verified, ${mismatches.length} mismatches\n`,
  ].join("");
}

/** The deployment's database as the environment names it, for reading: a server, or the data folder of a running or stopped process. */
async function openForReading(env: NodeJS.ProcessEnv): Promise<Database> {
  const { databaseUrl: url, dataDir } = loadConfig(env);
  if (url === null && !existsSync(`${dataDir}/kiln.db`)) {
    throw new CliError(
      `There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL to the deployment's.`,
    );
  }
  return openDatabase({
    url,
    dataDir,
    entities: ENTITIES,
    migrations: MIGRATIONS,
    poolSize: 1,
    readOnly: true,
  });
}
