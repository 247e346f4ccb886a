/** Whether credits and plans can be bought on this deployment; where not, no sentence speaks of buying. */
export const canBuy = (): boolean => document.documentElement.dataset["buying"] !== "off";
