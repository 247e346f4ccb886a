import { ServiceError } from "../../contracts/errors.js";
import type { Host } from "../../runtime/host.js";
import type { AreaVerb, NodeInfo } from "../../runtime/nodes.js";

export interface AreaChange {
  name: string;
  node?: string | undefined;
}

/**
 * Loads, unloads or reloads an area on one process, or on all that apply: unload and reload where it
 * is, load in the process that answers. Throws `not_found` for an unknown service or process.
 */
export async function changeArea(
  host: Host,
  verb: AreaVerb,
  { name, node }: AreaChange,
): Promise<{ ok: true; nodes: string[] }> {
  const nodes = await host.nodes.list();
  const chosen = choose(nodes, verb, name, node, host.nodes.own);
  for (const id of chosen) await host.nodes.changeArea(id, name, verb);
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
        `There is no process ${node}; there are ${nodes.map(({ id }) => id).join(", ")}.`,
      );
    return [node];
  }
  if (verb === "load") return [own];
  const having = nodes.filter(({ services }) => services.includes(name)).map(({ id }) => id);
  return having.length > 0 ? having : [own];
}
