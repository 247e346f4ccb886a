import type { IncomingMessage, ServerResponse } from "node:http";

/** How long an unwanted body is read, so that its sender gets to see the answer. */
const LINGER_MS = 5_000;

/** So much was sent already, or comes with the next packets: the connection may be used again behind it. */
const SHORT_BYTES = 64 * 1024;

/**
 * Whether a good part of a request's body may still be to come. Then its answer must be the last of its
 * connection: what a caller that gives its body up sends next would be taken for the rest of it.
 */
export function isUnread({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false;
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > SHORT_BYTES;
}

/**
 * Ends an answer to a request that `isUnread`, behind a head that says `connection: close` and the length of
 * `text`. What still comes of the body is thrown away for a moment before the connection ends: closing at once
 * would reset it, and a client that sends first and reads later (most do) would see a broken pipe instead of
 * the answer.
 */
export function endUnread(req: IncomingMessage, res: ServerResponse, text: string | Buffer): void {
  res.write(text);
  const end = () => {
    clearTimeout(timer);
    res.end();
  };
  const timer = setTimeout(end, LINGER_MS).unref();
  req.once("end", end).once("close", end);
  req.resume();
}
