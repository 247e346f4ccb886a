import { invalidParams, ServiceError } from "../../contracts/errors.js";
import { leaveEntry } from "../../runtime/actions/audit/act.js";
import type { Host } from "../../runtime/process/host.js";
import type { AreaVerb, NodeInfo } from "../../runtime/cluster/nodes.js";
import { requireNodes } from "./require-nodes.js";

export interface AreaChange {
  name: string;
  node?: string | undefined;
}

/**
 * Loads, unloads or reloads an area on one process, or on all that apply: unload and reload on the processes
 * that host it, load on the process that answers. A reload also reaches gateways, which run parts of some
 * areas themselves. Throws `not_found` for an unknown service or process, `unavailable` when no process can
 * be reached.
 */
export async function changeArea(
  host: Pick<Host, "transact" | "log" | "nodes">,
  verb: AreaVerb,
  { name, node }: AreaChange,
): Promise<{ ok: true; nodes: string[] }> {
  const nodes = await requireNodes(host, `/v1/admin/services/${name}/${verb}`);
  const chosen = choose(nodes, verb, name, node, host.nodes.own);
  for (const id of chosen) await host.nodes.changeArea(id, name, verb);
  await leaveEntry(host.transact);
  host.log.info({ area: name, verb, nodes: chosen }, "an operator changed an area");
  return { ok: true, nodes: chosen };
}

function choose(
  nodes: readonly NodeInfo[],
  verb: AreaVerb,
  name: string,
  node: string | undefined,
  own: string,
): string[] {
  if (node !== undefined) {
    if (!nodes.some(({ id }) => id === node))
      throw new ServiceError(
        "not_found",
        `There is no process "${node}"; there are ${nodes.map(({ id }) => id).join(", ")}.`,
      );
    return [node];
  }
  const having = nodes.filter(
    ({ services, edges }) => services.includes(name) || (verb === "reload" && edges.includes(name)),
  );
  if (verb !== "load" && having.length > 0) return having.map(({ id }) => id);
  // The chosen process refuses an impossible change, with its name.
  const [only] = nodes.filter(({ id }) => id === own || nodes.length === 1);
  if (only) return [only.id];
  throw invalidParams(`node must name one of the processes: ${nodes.map(({ id }) => id).join(", ")}.`);
}
