import type { Host } from "../../runtime/host.js";

/** The page that shows an object to whoever may read it; never expires (decisions 7). */
export const libraryUrl = (host: Host, storageId: string): string => `${host.baseUrl}/library/${storageId}`;
