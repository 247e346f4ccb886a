import type { Command } from "commander";
import { adminListModels, adminUpdateModel, type AdminModel } from "../contracts/catalog.js";
import type { Pricing } from "../contracts/models.js";
import { CliError } from "./cli-error.js";
import { operate } from "./operate.js";
import { printTable } from "./print-table.js";

const show = (models: readonly AdminModel[]): void => {
  const rows = models.map((model) => [
    model.id,
    model.kind,
    model.provider,
    model.enabled ? "on" : "off",
    model.paidOnly ? "yes" : "no",
    JSON.stringify(model.pricing),
  ]);
  process.stdout.write(printTable(["id", "kind", "provider", "enabled", "paid only", "pricing"], rows));
};

/** `default` returns to the plugin's own. */
const choice = (name: string, text: string): boolean | null => {
  if (text === "default") return null;
  if (text !== "on" && text !== "off")
    throw new CliError(`--${name} must be on, off or default, not "${text}".`);
  return text === "on";
};

function pricingOf(text: string): Pricing | null {
  if (text === "default") return null;
  try {
    return JSON.parse(text) as Pricing;
  } catch {
    throw new CliError(`--pricing must be JSON like {"creditsPerRun":5}, or default.`);
  }
}

/** `kiln models`. */
export function addModels(program: Command): void {
  const models = program.command("models").description("The catalog");
  models
    .command("list", { isDefault: true })
    .description("Every model that a running provider declares")
    .action(async () => show((await operate((call) => call(adminListModels, { limit: 200 }))).models));
  models
    .command("set <id>")
    .description("Overrides what the plugin declares")
    .option("--enabled <on|off|default>")
    .option("--paid-only <on|off|default>")
    .option("--pricing <json|default>", "replaces the pricing as a whole")
    .action(async (id: string, given: { enabled?: string; paidOnly?: string; pricing?: string }) => {
      const change = {
        ...(given.enabled !== undefined && { enabled: choice("enabled", given.enabled) }),
        ...(given.paidOnly !== undefined && { paidOnly: choice("paid-only", given.paidOnly) }),
        ...(given.pricing !== undefined && { pricing: pricingOf(given.pricing) }),
      };
      show([(await operate((call) => call(adminUpdateModel, { id, ...change }))).model]);
    });
}
