import type { IncomingMessage } from "node:http";
import { askForBody } from "../../../runtime/http/expect-continue.js";
import { UploadAborted, type UploadEnds, watchUpload } from "./watch-upload.js";

/**
 * Waits for the first bytes of a request's body, and leaves them there to be read. False for a body without bytes. Throws whatever
 * ends the upload before.
 */
export function firstBytes(req: IncomingMessage, ends: UploadEnds): Promise<boolean> {
  return new Promise((resolve, reject) => {
    askForBody(req);
    const stopWatching = watchUpload(
      ends,
      (error) => settle(() => reject(error)),
      () => true,
    );
    const settle = (tell: () => void) => {
      stopWatching();
      req.off("readable", came).off("end", came).off("close", left).off("error", left);
      tell();
    };
    const came = () => settle(() => resolve(req.readableLength > 0));
    const left = () =>
      settle(() => {
        if (req.complete) resolve(req.readableLength > 0);
        else reject(new UploadAborted("The sender left."));
      });
    req.on("readable", came).on("end", came).on("close", left).on("error", left);
    if (req.destroyed) left();
  });
}
