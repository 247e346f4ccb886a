import { getHealth } from "../../contracts/gateway.js";
import { action } from "../../runtime/actions/action.js";
import type { AreaFactory } from "../../runtime/actions/area.js";
import { healthOf } from "./health-routes.js";

/** Makes the service of the edge's own action; `openEdge` mounts its routes. */
const gateway: AreaFactory = (host) => {
  let health = healthOf(host);
  let unsubscribe: (() => void)[] = [];
  const renew = () => (health = healthOf(host));
  return {
    name: "gateway",
    actions: [action(getHealth, { run: async () => health })],
    started: async () => {
      unsubscribe = [host.plugins.onChange(renew), host.signals.on("catalog.changed", renew)];
    },
    stopped: async () => unsubscribe.forEach((stop) => stop()),
  };
};
export default gateway;
