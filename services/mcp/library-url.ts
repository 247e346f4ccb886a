import type { Host } from "../../runtime/process/host.js";

/** The page that shows an object to every account that may read it; never expires (rules/storage 21). */
export const libraryUrl = (host: Pick<Host, "baseUrl">, storageId: string): string =>
  `${host.baseUrl}/library/${storageId}`;
