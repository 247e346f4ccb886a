import type { StorageObjectView } from "../../contracts/storage.js";
import type { StorageObject } from "../../entities/storage-object.js";
import type { StorageDriver } from "../../plugins/kit/storage-driver.js";
import { SIGNED_URL_MS, signRead } from "./sign-read-url.js";

/** Presents an object with a fresh URL (rules/storage 16). */
export async function presentObject(
  driver: StorageDriver,
  object: Omit<StorageObject, "publishedAt" | "measuredAt">,
): Promise<StorageObjectView> {
  const { id, filename, contentType, sizeBytes, origin, width, height, durationMs, createdAt } = object;
  return {
    storageId: id,
    filename,
    contentType,
    sizeBytes,
    origin,
    url: await signRead(driver, object, SIGNED_URL_MS.ordinary),
    ...(width !== null && height !== null && { width, height }),
    ...(durationMs !== null && { durationSeconds: durationMs / 1000 }),
    createdAt: new Date(createdAt).toISOString(),
  };
}

/** Presents the result of an upload or an import (rules/storage 12 and 25). */
export const presentUpload = async (driver: StorageDriver, object: StorageObject) => ({
  storageId: object.id,
  url: await signRead(driver, object, SIGNED_URL_MS.ordinary),
  sizeBytes: object.sizeBytes,
});
