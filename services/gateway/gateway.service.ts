import { getHealth } from "../../contracts/gateway.js";
import { action } from "../../runtime/action.js";
import type { AreaFactory } from "../../runtime/area.js";
import { healthOf } from "./health.js";

/** The edge's own action; its routes are mounted by `openEdge`. */
const gateway: AreaFactory = (host) => {
  const health = healthOf(host);
  return { name: "gateway", actions: [action(getHealth, { run: async () => health })] };
};
export default gateway;
