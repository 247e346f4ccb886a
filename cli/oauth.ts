import type { Command } from "commander";
import { adminDeleteOauthGrant, adminListOauthGrants } from "../contracts/oauth.js";
import { findAccount } from "./find-account.js";
import { operate } from "./operate.js";
import { printTable } from "./print-table.js";
import type { GrantBudgetView } from "../contracts/budgets.js";

/** `kiln oauth`. */
export function addOauth(program: Command): void {
  const oauth = program.command("oauth").description("Agents that accounts have connected");
  oauth
    .command("list <account>")
    .description("Of an account, named by id or address; newest first")
    .option("--limit <count>", "at most 200", "50")
    .action(async (account: string, { limit }: { limit: string }) => {
      const found = await operate(async (call) => {
        const { id } = await findAccount(call, account);
        return call(adminListOauthGrants, { id, limit: Number(limit) });
      });
      const rows = found.grants.map((grant) => [
        grant.id,
        grant.clientName ?? "",
        grant.redirectUris.join(" "),
        grant.scopes.join(" "),
        limitsInWords(grant.budget),
        grant.createdAt,
      ]);
      process.stdout.write(
        printTable(["id", "calls itself", "returns to", "scopes", "may spend", "since"], rows),
      );
      process.stdout.write(`${found.total} connected agents\n`);
    });
  oauth
    .command("end <account> <grant>")
    .description("Ends an agent's access at once, its tokens included")
    .action(async (account: string, grantId: string) => {
      await operate(async (call) => {
        const { id } = await findAccount(call, account);
        await call(adminDeleteOauthGrant, { id, grantId });
      });
      process.stdout.write(`ended ${grantId}\n`);
    });
}

/** What a connected agent may spend, for one cell of a table. */
function limitsInWords(budget: GrantBudgetView | null): string {
  if (budget === null) return "no limit";
  const { dailyCredits, usedToday, totalCredits, usedInAll, projectId, askAboveCredits } = budget;
  return [
    ...(dailyCredits === null ? [] : [`${dailyCredits} a day (${usedToday} used)`]),
    ...(totalCredits === null ? [] : [`${totalCredits} in all (${usedInAll} used)`]),
    ...(projectId === null ? [] : [`in project ${projectId} only`]),
    ...(askAboveCredits === null ? [] : [`asks above ${askAboveCredits}`]),
  ].join(", ");
}
