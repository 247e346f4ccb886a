import type { NodeView } from "../../contracts/operations.js";
import type { NodeInfo } from "../../runtime/cluster/nodes.js";

/** Returns a process as operators see it, with the plugins that it has loaded. */
export const presentNode = (node: NodeInfo): NodeView => ({
  id: node.id,
  hostname: node.hostname,
  pid: node.pid,
  uptimeSeconds: node.uptimeSeconds,
  memoryBytes: node.memoryBytes,
  services: [...node.services],
  plugins: node.plugins.filter(({ status }) => status === "loaded").map(({ name }) => name),
});
