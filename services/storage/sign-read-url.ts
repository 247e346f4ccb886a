import type { StorageObject } from "../../entities/storage-object.js";
import type { StorageDriver } from "../../plugins/kit/storage-driver.js";
import { askStore } from "./ask-store.js";
import { THUMB_TYPE, thumbKey } from "./thumb-key.js";
import type { ProjectMedia } from "./project-media.repository.js";

/**
 * Milliseconds of a window, in which the same object has the same URL, so that caches work (rules/storage
 * 17).
 */
const WINDOW_MS = 10 * 60_000;
const HOUR_MS = 3600_000;

/** Milliseconds that signed URLs live at least: an hour, or the 24 hours of an agent's URL (rules/storage 17). */
export const SIGNED_URL_MS: { ordinary: number; agent: number } = { ordinary: HOUR_MS, agent: 24 * HOUR_MS };

/** Returns the number of the window that a moment lies in. */
export const windowOf = (now: number): number => Math.floor(now / WINDOW_MS);

/**
 * Returns the end of a URL that is signed now, in milliseconds since the epoch: its life counts from the end
 * of the current window.
 */
export const signedUrlExpiry = (now: number, lifeMs: number): number =>
  (windowOf(now) + 1) * WINDOW_MS + lifeMs;

type Named = Pick<StorageObject, "id" | "contentType" | "filename">;

export const signRead = (
  driver: StorageDriver,
  { id, contentType, filename }: Named,
  lifeMs: number,
  now: number = Date.now(),
): Promise<string> =>
  askStore(driver.signGet(id, { contentType, filename, expiresAt: signedUrlExpiry(now, lifeMs) }));

export const signThumb = (driver: StorageDriver, { id }: Named, lifeMs: number): Promise<string> =>
  askStore(
    driver.signGet(thumbKey(id), {
      contentType: THUMB_TYPE,
      filename: null,
      expiresAt: signedUrlExpiry(Date.now(), lifeMs),
    }),
  );

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
