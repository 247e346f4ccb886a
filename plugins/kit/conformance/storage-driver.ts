import type { StorageDriver } from "../storage-driver.js";
import { checkBytes } from "./check-bytes.js";
import { checkClose } from "./check-close.js";
import { checkLinks } from "./check-links.js";
import type { ConformanceReport } from "./report.js";

export type { ConformanceCheck, ConformanceReport } from "./report.js";

/**
 * The conformance suite of the extension point `storageDriver`, for Kiln's drivers and those of third
 * parties. It uses random keys and deletes what it wrote, and follows the driver's links if they are HTTP
 * addresses. A driver that serves its links itself needs its routes mounted (`serveEdge`). At the end the
 * driver is closed. A fault of the driver is a failed check and is not thrown.
 */
export async function checkStorageDriver(driver: StorageDriver): Promise<ConformanceReport> {
  return [...(await checkBytes(driver)), ...(await checkLinks(driver)), await checkClose(driver)];
}
