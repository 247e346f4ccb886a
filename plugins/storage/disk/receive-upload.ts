import type { IncomingMessage } from "node:http";
import type { FileSink } from "./file-sink.js";
import { LEAST_BYTES, UploadAborted, type UploadEnds, watchUpload } from "./watch-upload.js";

/**
 * Streams a request's body into the sink, as fast as the disk takes it. `pipeline` would destroy the
 * request together with its connection on an error of the sink, and no answer could be sent any more.
 */
export function receiveUpload(req: IncomingMessage, sink: FileSink, ends: UploadEnds): Promise<void> {
  return new Promise((resolve, reject) => {
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
    const stop = watchUpload(ends, fail, () => {
      // a disk that is behind is not the sender's fault
      const isSlow = came < LEAST_BYTES && !sink.writableNeedDrain;
      came = 0;
      return isSlow;
    });
    req.on("data", moved).on("close", left).on("error", left);
    sink.ownsChunks = true;
    sink.once("error", fail).once("finish", finished);
    req.pipe(sink);
    if (ends.signal?.aborted) fail(ends.signal.reason);
    else if (req.destroyed) left();
  });
}
