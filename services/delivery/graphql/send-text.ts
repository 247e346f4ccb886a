import type { EdgeRequest } from "../../../runtime/edge.js";
import { endUnread, isUnread } from "../../../runtime/end-unread.js";
import type { BodyParts } from "../serving/body-writer.js";
import { staleHeaders } from "../serving/stale-headers.js";
import type { TokenSeen } from "../tokens/authenticate-token.js";
import { endWith, watch } from "../serving/send-parts.js";
import { mediaTypeOf } from "./media-type.js";

/** Sends an answer, also while the body is still coming. */
export function sendText(
  { req, res, method, headers }: EdgeRequest,
  { status, parts, seen }: { status: number; parts: BodyParts; seen: TokenSeen },
): void {
  const isLast = isUnread(req);
  res.writeHead(status, {
    ...headers,
    "content-type": `${mediaTypeOf(req.headers.accept)}; charset=utf-8`,
    "content-length": parts.length,
    "cache-control": "no-store",
    vary: "Accept, Authorization",
    ...staleHeaders(seen),
    ...(isLast && { connection: "close" }),
  });
  if (method === "HEAD") return void res.end();
  if (!isLast) return endWith(res, parts);
  const text = parts.join();
  endUnread(req, res, text);
  watch(res, text);
}
