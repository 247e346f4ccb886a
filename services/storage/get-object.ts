import type { StorageObjectView } from "../../contracts/storage.js";
import type { StorageObject } from "../../entities/storage-object.js";
import type { Host } from "../../runtime/process/host.js";
import { presentObject } from "./present-object.js";
import { publicPath } from "./public-name.js";
import { SIGNED_URL_MS, signThumb } from "./sign-read-url.js";
import type { Thumbnails } from "./thumbnails/thumbnails.js";

/**
 * Presents one object with its measures, its public address while it is published, and `thumbUrl` for images
 * and videos that have a picture, made now if no task has made it yet.
 */
export async function getObject(
  host: Pick<Host, "storage" | "baseUrl">,
  thumbnails: Thumbnails,
  object: StorageObject,
): Promise<StorageObjectView> {
  const seen = await thumbnails.ensureSoon(object);
  return {
    ...(await presentObject(host.storage, seen)),
    ...(object.publishedAt !== null && { publicUrl: `${host.baseUrl}${publicPath(object)}` }),
    ...(seen.thumb === "ready" && {
      thumbUrl: await signThumb(host.storage, object, SIGNED_URL_MS.ordinary),
    }),
  };
}
