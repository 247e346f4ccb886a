import type { Command } from "commander";
import {
  adminListPlugins,
  adminListServices,
  adminListTasks,
  adminLoadService,
  adminReloadPlugin,
  adminReloadService,
  adminUnloadService,
  type PluginView,
} from "../contracts/operations.js";
import { operate } from "./operate.js";
import { printTable } from "./print-table.js";

const showPlugins = (plugins: readonly PluginView[]): void => {
  const rows = plugins.map(({ name, version, status, node, error }) => [
    name,
    version,
    status,
    node,
    error ?? "",
  ]);
  process.stdout.write(printTable(["name", "version", "status", "process", "error"], rows));
};

/** `kiln plugins`, `kiln services` and `kiln tasks`: what runs, and where. */
export function addProcesses(program: Command): void {
  const plugins = program.command("plugins").description("Plugins of every process");
  plugins
    .command("list", { isDefault: true })
    .action(async () =>
      showPlugins((await operate((call) => call(adminListPlugins, {}), { isOfProcesses: true })).plugins),
    );
  plugins
    .command("reload <name>")
    .description("Loads a plugin again")
    .action(async (name: string) =>
      showPlugins((await operate((call) => call(adminReloadPlugin, { name }))).plugins),
    );

  const services = program
    .command("services")
    .description("Areas and workers, and the processes that host them");
  services.command("list", { isDefault: true }).action(async () => {
    const found = await operate((call) => call(adminListServices, {}), { isOfProcesses: true });
    const rows = found.services.map(({ name, nodes }) => [name, nodes.join(" ")]);
    process.stdout.write(printTable(["service", "processes"], rows));
  });
  for (const [verb, contract] of [
    ["load", adminLoadService],
    ["unload", adminUnloadService],
    ["reload", adminReloadService],
  ] as const) {
    services
      .command(`${verb} <name>`)
      .option("--node <id>", "on this process only")
      .action(async (name: string, { node }: { node?: string }) => {
        const { nodes } = await operate((call) =>
          call(contract, { name, ...(node !== undefined && { node }) }),
        );
        process.stdout.write(`${name}: ${verb} on ${nodes.join(", ")}\n`);
      });
  }

  program
    .command("tasks")
    .description("Durable work by queue and state")
    .action(async () => {
      const { tasks } = await operate((call) => call(adminListTasks, { limit: 200 }));
      const rows = tasks.map(({ queue, state, count, oldestRunAt, lastError }) => [
        queue,
        state,
        String(count),
        oldestRunAt,
        lastError ?? "",
      ]);
      process.stdout.write(printTable(["queue", "state", "count", "oldest", "error"], rows));
    });
}
