/** How credits and plans are paid on a deployment (BILLING). */
export type Billing = "manual" | "stripe" | "off";

/**
 * Returns whether credits and plans can be bought on this deployment. If they cannot, no message mentions
 * buying (rules/billing 31).
 */
export const canBuy = ({ config }: { config: { billing: Billing } }): boolean => config.billing !== "off";
