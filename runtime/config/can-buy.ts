import type { Config } from "./load-config.js";

/**
 * Returns whether credits and plans can be bought on this deployment. If they cannot, no message mentions
 * buying (rules/billing 31).
 */
export const canBuy = ({ config }: { config: Pick<Config, "billing"> }): boolean => config.billing !== "off";
