import type { StorageObjectView } from "../../contracts/storage.js";
import type { StorageObject } from "../../entities/storage-object.js";
import type { Host } from "../../runtime/process/host.js";
import { presentObject } from "./present-object.js";
import { LINK_MS, signThumb } from "./sign-read-url.js";
import type { Thumbnails } from "./thumbnails/thumbnails.js";

/** One object; with its measures, and `thumbUrl` for images and videos that have a picture, made now if no task has done it yet. */
export async function getObject(
  host: Pick<Host, "storage">,
  thumbnails: Thumbnails,
  object: StorageObject,
): Promise<StorageObjectView> {
  const seen = await thumbnails.ensureSoon(object);
  const view = await presentObject(host.storage, seen);
  const isReady = seen.thumb === "ready";
  return isReady ? { ...view, thumbUrl: await signThumb(host.storage, object, LINK_MS.ordinary) } : view;
}
