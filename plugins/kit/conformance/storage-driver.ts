import type { StorageDriver } from "../storage-driver.js";
import { checkBytes } from "./check-bytes.js";
import { checkClose } from "./check-close.js";
import { checkLinks } from "./check-links.js";
import type { ConformanceReport } from "./report.js";

export type { ConformanceCheck, ConformanceReport } from "./report.js";

/**
 * The conformance suite of the extension point `storageDriver`, for our drivers and for strangers' alike. Works under
 * random keys and removes what it made; follows links by HTTP where the driver gives such. A driver that serves its links
 * itself needs its routes mounted (`serveEdge`). At the end the driver is closed. A fault of the driver is a failed check, never a throw.
 */
export async function checkStorageDriver(driver: StorageDriver): Promise<ConformanceReport> {
  return [...(await checkBytes(driver)), ...(await checkLinks(driver)), await checkClose(driver)];
}
