import { ObjectDeleted, TicketOver, TicketSpent, UploadReplaced } from "./ended-uploads.js";

/** The sender left. */
export class UploadAborted extends Error {
  override readonly name = "UploadAborted";
}

/** The sender is there, and sends next to nothing. */
export class UploadTooSlow extends Error {
  override readonly name = "UploadTooSlow";
}

/** In each of these so much must come: a slow uplink sends it in a few seconds. */
export const SLOW_MS = 30_000;
export const LEAST_BYTES = 128 * 1024;

/** How often an upload looks whether it still counts: another process that shares the folder may have ended it. */
const LOOK_MS = 1000;

/** A timer of Node that is set for longer ends at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface UploadEnds {
  /** Ends the upload with its reason. */
  signal?: AbortSignal;
  /** Ends the upload with TicketOver. */
  expiresAt: number;
  /**
   * Asked every second, and by one look at a time. TicketSpent, ObjectDeleted and UploadReplaced end the upload; a look that fails
   * otherwise, as for want of file descriptors, says nothing about it.
   */
  check(): Promise<void>;
}

/** Calls `fail` with whatever ends an upload from outside, until it is stopped. */
export function watchUpload(
  { signal, expiresAt, check }: UploadEnds,
  fail: (error: unknown) => void,
  isSlow: () => boolean,
): () => void {
  const slow = setInterval(() => isSlow() && fail(new UploadTooSlow()), SLOW_MS);
  const look = setInterval(oneAtATime(check, fail), LOOK_MS);
  const end = setTimeout(
    () => fail(new TicketOver(expiresAt)),
    Math.min(expiresAt - Date.now(), LONGEST_TIMER_MS),
  );
  const replaced = () => fail(signal?.reason);
  signal?.addEventListener("abort", replaced, { once: true });
  return () => {
    clearInterval(slow);
    clearInterval(look);
    clearTimeout(end);
    signal?.removeEventListener("abort", replaced);
  };
}

function oneAtATime(check: UploadEnds["check"], fail: (error: unknown) => void): () => void {
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      await check();
    } catch (error) {
      if (isEnd(error)) fail(error);
    } finally {
      isLooking = false;
    }
  };
  return () => void look();
}

const isEnd = (error: unknown): boolean =>
  error instanceof TicketSpent || error instanceof ObjectDeleted || error instanceof UploadReplaced;
