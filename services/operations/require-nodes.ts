import { ServiceError } from "../../contracts/errors.js";
import type { Host } from "../../runtime/process/host.js";
import type { NodeInfo } from "../../runtime/cluster/nodes.js";

/**
 * Returns the processes that a change can reach. Throws `unavailable` when there are none: a command beside a
 * deployment without NATS would only change itself.
 */
export async function requireNodes(host: Pick<Host, "nodes">, path: string): Promise<NodeInfo[]> {
  const nodes = await host.nodes.list();
  if (nodes.length === 0)
    throw new ServiceError(
      "unavailable",
      `No running process can be reached from here, so nothing was changed. Ask each process by POST ${path} at its own address, or give all of them a NATS_URL.`,
    );
  return nodes;
}
