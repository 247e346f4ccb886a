import { canBuy } from "../../../contracts/can-buy.js";
import type { Host } from "../../../runtime/process/host.js";

/** Returns the console's document with the facts of the deployment that its pages need at first. */
export const forDeployment = (document: string, host: Pick<Host, "config">): string =>
  canBuy(host) ? document : document.replace("<html ", '<html data-buying="off" ');
