import type { EdgeRequest } from "../../../runtime/edge.js";
import { endUnread, isUnread } from "../../../runtime/end-unread.js";
import { mediaTypeOf } from "./media-type.js";

/** Sends an answer, also while the body is still coming. */
export function sendText({ req, res }: EdgeRequest, status: number, text: Buffer): void {
  const isLast = isUnread(req);
  res.writeHead(status, {
    "content-type": `${mediaTypeOf(req.headers.accept)}; charset=utf-8`,
    "content-length": text.length,
    "cache-control": "no-store",
    vary: "Accept, Authorization",
    ...(isLast && { connection: "close" }),
  });
  if (isLast) endUnread(req, res, text);
  else res.end(text);
}
