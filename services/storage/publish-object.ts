import type { ResultOf } from "../../contracts/contract.js";
import { notFound } from "../../contracts/errors.js";
import type { publishStorage } from "../../contracts/storage.js";
import type { StorageObject } from "../../entities/storage-object.js";
import type { Host } from "../../runtime/process/host.js";
import { findObject, setPublished } from "./object.repository.js";
import { publicPath } from "./public-name.js";

/**
 * Publishes an object to everybody, or takes that back. May be repeated. Throws `not_found` when it was
 * deleted meanwhile.
 */
export async function publishObject(
  host: Pick<Host, "baseUrl" | "transact">,
  object: StorageObject,
  isTakenBack: boolean,
): Promise<ResultOf<typeof publishStorage>> {
  const publishedAt = isTakenBack ? null : (object.publishedAt ?? Date.now());
  await host.transact(async (tx) => {
    await setPublished(tx, { id: object.id, publishedAt });
    // The update tells nothing about the row's existence: some databases do not count a row that stays the
    // same.
    if ((await findObject(tx, { id: object.id })) === null) throw notFound("There is no such object.");
  });
  return { storageId: object.id, publicUrl: isTakenBack ? null : `${host.baseUrl}${publicPath(object)}` };
}
