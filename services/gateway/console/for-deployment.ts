import { canBuy } from "../../../runtime/config/can-buy.js";
import type { Host } from "../../../runtime/process/host.js";

/** The console's document with what its pages have to know of the deployment before they ask anything. */
export const forDeployment = (document: string, host: Pick<Host, "config">): string =>
  canBuy(host) ? document : document.replace("<html ", '<html data-buying="off" ');
