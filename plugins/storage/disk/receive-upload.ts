import type { IncomingMessage } from "node:http";
import { askForBody } from "../../../runtime/http/expect-continue.js";
import { TicketOver } from "./ended-uploads.js";
import type { FileSink } from "./file-sink.js";

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
  signal: AbortSignal;
  /** Ends the upload with TicketOver. */
  expiresAt: number;
  /** What it throws ends the upload; asked every second. */
  check(): Promise<void>;
}

/**
 * Streams a request's body into the sink, as fast as the disk takes it. `pipeline` would destroy the
 * request together with its connection on an error of the sink, and no answer could be sent any more.
 */
export function receiveUpload(req: IncomingMessage, sink: FileSink, ends: UploadEnds): Promise<void> {
  return new Promise((resolve, reject) => {
    askForBody(req);
    let came = 0;
    let isOver = false;
    const moved = (chunk: Buffer) => (came += chunk.length);
    const left = () => {
      if (!req.complete) fail(new UploadAborted("The sender left."));
    };
    const settle = () => {
      isOver = true;
      stop();
      req.off("data", moved).off("close", left).off("error", left);
    };
    const fail = (error: unknown) => {
      if (isOver) return;
      settle();
      req.unpipe(sink);
      req.pause();
      if (sink.closed) return reject(error);
      // The file is closed and removed after this, so nothing may write to it any more.
      sink.once("close", () => reject(error));
      sink.destroy();
    };
    const finished = () => {
      settle();
      resolve();
    };
    const stop = watch(ends, fail, () => {
      // a disk that is behind is not the sender's fault
      const isSlow = came < LEAST_BYTES && !sink.writableNeedDrain;
      came = 0;
      return isSlow;
    });
    req.on("data", moved).on("close", left).on("error", left);
    sink.ownsChunks = true;
    sink.once("error", fail).once("finish", finished);
    req.pipe(sink);
    if (ends.signal.aborted) fail(ends.signal.reason);
  });
}

/** Calls `fail` with whatever ends an upload from outside, until it is stopped. */
function watch(
  { signal, expiresAt, check }: UploadEnds,
  fail: (error: unknown) => void,
  isSlow: () => boolean,
): () => void {
  const slow = setInterval(() => isSlow() && fail(new UploadTooSlow()), SLOW_MS);
  const look = setInterval(() => void check().catch(fail), LOOK_MS);
  const end = setTimeout(
    () => fail(new TicketOver(expiresAt)),
    Math.min(expiresAt - Date.now(), LONGEST_TIMER_MS),
  );
  const replaced = () => fail(signal.reason);
  signal.addEventListener("abort", replaced, { once: true });
  return () => {
    clearInterval(slow);
    clearInterval(look);
    clearTimeout(end);
    signal.removeEventListener("abort", replaced);
  };
}
