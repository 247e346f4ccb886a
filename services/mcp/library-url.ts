import type { Host } from "../../runtime/process/host.js";

/**
 * Returns the page that shows an object to every account that may read it; the address never expires
 * (rules/storage 21).
 */
export const libraryUrl = (host: Pick<Host, "baseUrl">, storageId: string): string =>
  `${host.baseUrl}/library/${storageId}`;
