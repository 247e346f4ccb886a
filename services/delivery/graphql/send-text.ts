import type { EdgeRequest } from "../../../runtime/edge.js";
import { endUnread, isUnread } from "../../../runtime/end-unread.js";
import type { BodyParts } from "../serving/body-writer.js";
import { endWith } from "../serving/send-parts.js";
import { mediaTypeOf } from "./media-type.js";

/** Sends an answer, also while the body is still coming. */
export function sendText({ req, res, headers }: EdgeRequest, status: number, parts: BodyParts): void {
  const isLast = isUnread(req);
  res.writeHead(status, {
    ...headers,
    "content-type": `${mediaTypeOf(req.headers.accept)}; charset=utf-8`,
    "content-length": parts.length,
    "cache-control": "no-store",
    vary: "Accept, Authorization",
    ...(isLast && { connection: "close" }),
  });
  if (isLast) endUnread(req, res, parts.join());
  else endWith(res, parts);
}
