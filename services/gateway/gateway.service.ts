import { getHealth } from "../../contracts/gateway.js";
import { action } from "../../runtime/action.js";
import type { AreaFactory } from "../../runtime/area.js";
import { healthOf } from "./health.js";

/** The edge's own action; its routes are mounted by `openEdge`. */
const gateway: AreaFactory = (host) => {
  let health = healthOf(host);
  let unsubscribe = (): void => {};
  return {
    name: "gateway",
    actions: [action(getHealth, { run: async () => health })],
    started: async () => {
      unsubscribe = host.plugins.onChange(() => (health = healthOf(host)));
    },
    stopped: async () => unsubscribe(),
  };
};
export default gateway;
