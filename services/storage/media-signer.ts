import type { StorageDriver } from "../../plugins/kit/storage-driver.js";
import type { ProjectMedia } from "./project-media.repository.js";
import { LINK_MS, signRead, windowOf } from "./sign-read-url.js";

/** Signs the URLs of one answer, all as of the same moment. */
export interface MediaSigner {
  /** Changes whenever the URLs do: what an ETag of an answer with URLs has to cover (rules/delivery 7). */
  window: number;
  /** Throws `unavailable` when the store is away. */
  sign(media: Pick<ProjectMedia, "id" | "contentType" | "filename">): Promise<string>;
}

/**
 * Read URLs of media that the caller has found linked. Within a window of 10 minutes the same object has the same URL;
 * it lives an hour or more, `longLived` 24 hours or more.
 */
export function mediaSigner(
  driver: StorageDriver,
  { now = Date.now(), longLived = false }: { now?: number; longLived?: boolean } = {},
): MediaSigner {
  const lifeMs = longLived ? LINK_MS.agent : LINK_MS.ordinary;
  return { window: windowOf(now), sign: (media) => signRead(driver, media, lifeMs, now) };
}
