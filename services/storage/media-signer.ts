import type { StorageDriver } from "../../plugins/kit/storage-driver.js";
import type { ProjectMedia } from "./project-media.repository.js";
import { SIGNED_URL_MS, signRead, windowOf } from "./sign-read-url.js";

/** Signs the URLs of one answer, all for the same moment. */
export interface MediaSigner {
  /**
   * Number that changes whenever the URLs do: the ETag of an answer with URLs has to cover it (rules/delivery
   * 7).
   */
  window: number;
  /** Signs a read URL. Throws `unavailable` when the store is away. */
  sign(media: Pick<ProjectMedia, "id" | "contentType" | "filename">): Promise<string>;
}

/**
 * Makes a signer of read URLs for media that the caller has found linked. Within a window of 10 minutes the
 * same object has the same URL; a URL lives an hour or more, with `longLived` 24 hours or more.
 */
export function mediaSigner(
  driver: StorageDriver,
  { now = Date.now(), longLived = false }: { now?: number; longLived?: boolean } = {},
): MediaSigner {
  const lifeMs = longLived ? SIGNED_URL_MS.agent : SIGNED_URL_MS.ordinary;
  return { window: windowOf(now), sign: (media) => signRead(driver, media, lifeMs, now) };
}
