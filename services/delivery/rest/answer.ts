import { notFound } from "../../../contracts/errors.js";
import type { EdgeRequest } from "../../../runtime/edge.js";
import type { TokenSeen } from "../tokens/authenticate-token.js";
import type { Body } from "../serving/body.js";
import { staleHeaders } from "../serving/stale-headers.js";
import { endWith } from "../serving/send-parts.js";

/** Answers a preflight. */
export function answerPreflight({ req, res, headers }: EdgeRequest, methods: string): void {
  const asked = req.headers["access-control-request-headers"];
  res.writeHead(204, {
    ...headers,
    "access-control-allow-methods": methods,
    "access-control-allow-headers": asked ?? "Authorization, Content-Type, If-None-Match",
    "access-control-max-age": "86400",
    "content-length": 0,
  });
  res.end();
}

const isKnown = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === "*" || header.split(",").some((each) => each.trim().replace(/^W\//, "") === etag));

/** How answers are sent that are in one type only. */
const DOCUMENTS = { mediaType: "application/json", vary: "Authorization" };

/** Sends a body, or 304 where the reader has it (decisions 11), also under a client's `no-cache`. */
export function sendBody(
  { req, res, method, headers: ofAll }: EdgeRequest,
  body: Body,
  seen: TokenSeen,
  { mediaType, vary } = DOCUMENTS,
): void {
  const isSame = isKnown(req.headers["if-none-match"], body.etag);
  res.writeHead(isSame ? 304 : 200, {
    ...ofAll,
    etag: body.etag,
    "cache-control": `${seen.mode === "preview" ? "private" : "public"}, max-age=0, must-revalidate`,
    "cache-tag": body.cacheTag,
    vary,
    ...staleHeaders(seen),
    ...(!isSame && {
      "content-type": `${mediaType}; charset=utf-8`,
      "content-length": body.parts.length,
    }),
  });
  if (isSame || method === "HEAD") res.end();
  else endWith(res, body.parts);
}

/** The secret of an Authorization header; cookies and everything else do not count here. */
export function bearerOf({ req }: EdgeRequest): string | null {
  const match = /^Bearer +(\S+) *$/i.exec(req.headers.authorization ?? "");
  return match?.[1] ?? null;
}

/** Ids in paths are UUIDs in any case; anything else is an unknown route, before authentication (decisions 2). */
export function uuidOf({ req, params }: EdgeRequest, name: string): string {
  const id = (params[name] ?? "").toLowerCase();
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return id;
  throw notFound(`There is no ${req.method} ${req.url?.split("?")[0]}: ${name} must be a UUID.`);
}
