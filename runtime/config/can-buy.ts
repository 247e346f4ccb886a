import type { Config } from "./load-config.js";

/** Whether credits and plans can be bought on this deployment; where not, no sentence speaks of buying (rules/billing 31). */
export const canBuy = ({ config }: { config: Pick<Config, "billing"> }): boolean => config.billing !== "off";
