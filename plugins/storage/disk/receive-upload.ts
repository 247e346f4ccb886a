import type { IncomingMessage } from "node:http";
import type { FileSink } from "./file-sink.js";

/** The sender left, or sent nothing for a minute. */
export class UploadAborted extends Error {
  override readonly name = "UploadAborted";
}

const IDLE_MS = 60_000;

/**
 * Streams a request's body into the sink, as fast as the disk takes it. `pipeline` would destroy the
 * request together with its connection on an error of the sink, and no answer could be sent any more.
 */
export function receiveUpload(req: IncomingMessage, sink: FileSink): Promise<void> {
  return new Promise((resolve, reject) => {
    let isQuiet = false;
    const watch = setInterval(() => {
      if (isQuiet) fail(new UploadAborted("Nothing was sent for a minute."));
      isQuiet = true;
    }, IDLE_MS);
    const moved = () => (isQuiet = false);
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
