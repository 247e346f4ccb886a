import type { ParamsOf, ResultOf } from "../../contracts/contract.js";
import type { resolveMedia, signMedia } from "../../contracts/storage.js";
import type { StorageObject } from "../../entities/storage-object.js";
import type { Host } from "../../runtime/process/host.js";
import { findCommitted } from "./object.repository.js";
import { SIGNED_URL_MS, signRead, signThumb } from "./sign-read-url.js";
import { findReadable } from "./storage.policy.js";

/** Returns read URLs of committed objects of any owner, in the order of the ids. */
export async function signObjects(
  host: Pick<Host, "read" | "storage">,
  { storageIds, longLived, thumbs }: ParamsOf<typeof signMedia>,
): Promise<ResultOf<typeof signMedia>> {
  const ids = [...new Set(storageIds)];
  const found = ids.length === 0 ? [] : await findCommitted(host.read, ids);
  const lifeMs = longLived ? SIGNED_URL_MS.agent : SIGNED_URL_MS.ordinary;
  const signed = inOrder(ids, found).map(async (object) => ({
    storageId: object.id,
    contentType: object.contentType,
    filename: object.filename,
    url: await signRead(host.storage, object, lifeMs),
    thumbUrl: thumbs && object.thumb === "ready" ? await signThumb(host.storage, object, lifeMs) : null,
  }));
  return { objects: await Promise.all(signed) };
}

/**
 * Returns objects that the account may use as inputs of work, in the order of the ids; others are left out.
 */
export async function resolveObjects(
  host: Pick<Host, "read">,
  accountId: string,
  { storageIds }: ParamsOf<typeof resolveMedia>,
): Promise<ResultOf<typeof resolveMedia>> {
  const found = await findReadable(host.read, accountId, storageIds);
  return {
    objects: inOrder([...new Set(storageIds)], found).map(({ id, contentType, sizeBytes }) => ({
      storageId: id,
      contentType,
      sizeBytes,
    })),
  };
}

function inOrder(ids: readonly string[], found: readonly StorageObject[]): StorageObject[] {
  const byId = new Map(found.map((object) => [object.id, object]));
  return ids.map((id) => byId.get(id)).filter((object) => object !== undefined);
}
