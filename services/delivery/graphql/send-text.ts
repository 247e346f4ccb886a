import type { EdgeRequest } from "../../../runtime/edge.js";
import { endUnread, isUnread } from "../../../runtime/end-unread.js";

const RESPONSE_TYPE = "application/graphql-response+json";

/** GraphQL over HTTP: its own media type for who asks for it first, JSON for everybody else. */
function mediaTypeOf(accept: string | undefined): string {
  const asked = (accept ?? "")
    .toLowerCase()
    .split(",")
    .map((each) => each.split(";")[0]?.trim());
  const own = asked.indexOf(RESPONSE_TYPE);
  const json = asked.indexOf("application/json");
  return own >= 0 && (json < 0 || own < json) ? RESPONSE_TYPE : "application/json";
}

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
