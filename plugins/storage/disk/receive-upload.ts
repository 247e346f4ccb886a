import type { IncomingMessage } from "node:http";
import { askForBody } from "../../../runtime/http/expect-continue.js";
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

/**
 * Streams a request's body into the sink, as fast as the disk takes it. `pipeline` would destroy the
 * request together with its connection on an error of the sink, and no answer could be sent any more.
 */
export function receiveUpload(req: IncomingMessage, sink: FileSink, slowMs = SLOW_MS): Promise<void> {
  return new Promise((resolve, reject) => {
    askForBody(req);
    let came = 0;
    const watch = setInterval(() => {
      // a disk that is behind is not the sender's fault
      if (came < LEAST_BYTES && !sink.writableNeedDrain) fail(new UploadTooSlow());
      came = 0;
    }, slowMs);
    const moved = (chunk: Buffer) => (came += chunk.length);
    const left = () => {
      if (!req.complete) fail(new UploadAborted("The sender left."));
    };
    const settle = () => {
      clearInterval(watch);
      req.off("data", moved).off("close", left).off("error", left);
    };
    const fail = (error: Error) => {
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
    req.on("data", moved).on("close", left).on("error", left);
    sink.ownsChunks = true;
    sink.once("error", fail).once("finish", finished);
    req.pipe(sink);
  });
}
