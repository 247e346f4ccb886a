import type { EdgeRequest } from "../../../runtime/http/edge.js";
import { endUnread, isUnread } from "../../../runtime/http/end-unread.js";
import type { BodyParts, EncodedBodies } from "../../../engines/response-cache/index.js";
import { codedFor, endCoded, endWith, headersOfCoded, staleHeaders, watch } from "../serving/send-body.js";
import { mediaTypeOf } from "../../../runtime/http/graphql-media-type.js";
import type { TokenSeen } from "../tokens/token.repository.js";

/** Sends an answer, also while the request's body is still coming. */
export async function sendText(
  request: EdgeRequest,
  answer: { status: number; parts: BodyParts; seen: TokenSeen; encoded: EncodedBodies },
): Promise<void> {
  const { req, res, method } = request;
  if (isUnread(req)) {
    const text = answer.parts.join();
    writeHead(request, answer, { "content-length": text.length, connection: "close" });
    endUnread(req, res, text);
    return watch(res, text);
  }
  const { parts } = answer;
  const coded = await codedFor(request, parts, answer.encoded);
  writeHead(request, answer, coded === null ? { "content-length": parts.length } : headersOfCoded(coded));
  if (method === "HEAD") res.end();
  else if (coded === null) endWith(res, parts);
  else endCoded(res, coded, parts);
}

const writeHead = (
  { req, res, headers }: EdgeRequest,
  { status, seen }: { status: number; seen: TokenSeen },
  ofBody: Readonly<Record<string, string | number>>,
): unknown =>
  res.writeHead(status, {
    ...headers,
    "content-type": `${mediaTypeOf(req.headers.accept)}; charset=utf-8`,
    "cache-control": "no-store",
    vary: GRAPHQL_VARY,
    ...staleHeaders(seen),
    ...ofBody,
  });

/** Headers of a request by which its answers differ. */
export const GRAPHQL_VARY = "Accept, Authorization, Accept-Encoding";
