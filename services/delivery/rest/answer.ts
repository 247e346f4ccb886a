import { notFound } from "../../../contracts/errors.js";
import type { EdgeRequest } from "../../../runtime/http/edge.js";
import type { TokenSeen } from "../tokens/authenticate-token.js";
import { acceptedOf, etagIn, knownEtag } from "../../../runtime/http/representation.js";
import type { Body, EncodedBodies } from "../../../engines/response-cache/index.js";
import { codedFor, endCoded, endWith, headersOfCoded } from "../serving/send-body.js";

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

/** How answers are sent: their media type, and what of a request tells them apart. */
export interface Form {
  mediaType: string;
  vary: string;
}
const DOCUMENTS: Form = { mediaType: "application/json", vary: "Authorization, Accept-Encoding" };

/** Sends a body, or 304 where the reader has it, as it is or in a coding that it accepts (rules/delivery 7), also under a client's `no-cache`. */
export async function sendBody(
  request: EdgeRequest,
  body: Body,
  { seen, encoded, form = DOCUMENTS }: { seen: TokenSeen; encoded: EncodedBodies; form?: Form },
): Promise<void> {
  const { headers: given } = request.req;
  const known = knownEtag(given["if-none-match"], body.etag, acceptedOf(given["accept-encoding"]));
  if (known !== null) {
    request.res.writeHead(304, headersOf(request, body, { seen, form, etag: known }));
    request.res.end();
    return;
  }
  const coded = await codedFor(request, body.parts, encoded);
  const { res, method } = request;
  const etag = etagIn(body.etag, coded?.encoding ?? null);
  res.writeHead(200, {
    ...headersOf(request, body, { seen, form, etag }),
    "content-type": `${form.mediaType}; charset=utf-8`,
    ...(coded === null ? { "content-length": body.parts.length } : headersOfCoded(coded)),
  });
  if (method === "HEAD") res.end();
  else if (coded === null) endWith(res, body.parts);
  else endCoded(res, coded, body.parts);
}

const headersOf = (
  { headers }: EdgeRequest,
  { cacheTag }: Body,
  { seen, form, etag }: { seen: TokenSeen; form: Form; etag: string },
) => ({
  ...headers,
  etag,
  "cache-control": `${seen.mode === "preview" ? "private" : "public"}, max-age=0, must-revalidate`,
  "cache-tag": cacheTag,
  vary: form.vary,
  ...staleHeaders(seen),
});

/** Marks an answer that may be out of date, and keeps it out of caches: they could not tell it from a fresh one. */
export const staleHeaders = ({ age }: Pick<TokenSeen, "age">): Readonly<Record<string, string>> =>
  age === undefined
    ? {}
    : {
        warning: '110 - "Response is Stale"',
        age: String(Math.ceil(age)),
        "cache-control": "no-store",
      };

/** The secret of an Authorization header; cookies and everything else do not count here. */
export function bearerOf({ req }: EdgeRequest): string | null {
  const match = /^Bearer +(\S+) *$/i.exec(req.headers.authorization ?? "");
  return match?.[1] ?? null;
}

/** Ids in paths are UUIDs in any case; anything else is an unknown route, before authentication (rules/delivery 5). */
export function uuidOf({ req, params }: EdgeRequest, name: string): string {
  const id = (params[name] ?? "").toLowerCase();
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return id;
  throw notFound(`There is no ${req.method} ${req.url?.split("?")[0]}: ${name} must be a UUID.`);
}
