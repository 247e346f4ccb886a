import type { AreaFactory } from "../../runtime/actions/area.js";
import { agentEndpoint } from "./endpoint.js";

/** The area of the agent tool server: it has no actions, and one raw route in the gateway's process. */
const mcp: AreaFactory = (host) => {
  if (!host.hosted.has("gateway"))
    host.log.warn("SERVICES names mcp without gateway: /mcp is served where both run in one process.");
  return { name: "mcp", actions: [], edge: [agentEndpoint(host)] };
};
export default mcp;
