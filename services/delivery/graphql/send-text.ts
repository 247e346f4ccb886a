import type { EdgeRequest } from "../../../runtime/edge.js";
import { endUnread, isUnread } from "../../../runtime/end-unread.js";
import type { BodyParts } from "../serving/body-writer.js";
import type { EncodedAnswers } from "../serving/encoded-answers.js";
import { type Coded, codedFor, endCoded, headersOfCoded } from "../serving/send-encoded.js";
import { staleHeaders } from "../serving/stale-headers.js";
import type { TokenSeen } from "../tokens/authenticate-token.js";
import { endWith, watch } from "../serving/send-parts.js";
import { mediaTypeOf } from "./media-type.js";

/** Sends an answer, also while the body is still coming. */
export function sendText(
  request: EdgeRequest,
  answer: { status: number; parts: BodyParts; seen: TokenSeen; encoded: EncodedAnswers },
): void | Promise<void> {
  const { req, res } = request;
  if (isUnread(req)) {
    const text = answer.parts.join();
    writeHead(request, answer, { "content-length": text.length, connection: "close" });
    endUnread(req, res, text);
    return watch(res, text);
  }
  const coded = codedFor(request, answer.parts, answer.encoded);
  return coded instanceof Promise
    ? coded.then((made) => send(request, answer, made))
    : send(request, answer, coded);
}

function send(
  request: EdgeRequest,
  answer: { status: number; parts: BodyParts; seen: TokenSeen },
  coded: Coded | null,
): void {
  const { res, method } = request;
  const { parts } = answer;
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

/** What of a request tells answers apart. */
export const GRAPHQL_VARY = "Accept, Authorization, Accept-Encoding";
