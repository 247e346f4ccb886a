import { notFound } from "../../contracts/errors.js";
import type { PluginView } from "../../contracts/operations.js";
import { leaveEntry } from "../../runtime/actions/audit/act.js";
import type { Host } from "../../runtime/process/host.js";
import { requireNodes } from "./require-nodes.js";

/** Lists the plugins of every process that answers, and the ids of those that do not. */
export async function surveyPlugins(
  host: Pick<Host, "nodes">,
): Promise<{ plugins: PluginView[]; silent: string[] }> {
  const { nodes, silent } = await host.nodes.surveyOrSelf();
  return {
    plugins: nodes.flatMap(({ id, plugins }) => plugins.map((plugin) => ({ ...plugin, node: id }))),
    silent,
  };
}

/** Loads a plugin again in every process that has it. Throws `not_found` when no process has it. */
export async function reloadPlugin(
  host: Pick<Host, "transact" | "nodes">,
  name: string,
): Promise<PluginView[]> {
  const nodes = await requireNodes(host, `/v1/admin/plugins/${name}/reload`);
  const done = await Promise.all(nodes.map(({ id }) => host.nodes.reloadPlugin(id, name)));
  if (!done.includes(true)) throw notFound(`No process has a plugin ${name}.`);
  await leaveEntry(host.transact);
  return (await surveyPlugins(host)).plugins.filter((plugin) => plugin.name === name);
}
