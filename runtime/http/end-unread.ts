import type { IncomingMessage, ServerResponse } from "node:http";
import { waitsForContinue } from "./expect-continue.js";
import { UnwantedBodies } from "./unwanted-bodies.js";

/** How long an unwanted body is read, so that its sender gets to see the answer. */
const LINGER_MS = 5_000;

/** Of this process. */
const unwanted = new UnwantedBodies();

/** So much was sent already, or comes with the next packets: the connection may be used again behind it. */
const SHORT_BYTES = 64 * 1024;

/** Requests whose bodies were read in part, and are not read any further. */
const givenUp = new WeakSet<IncomingMessage>();

export const giveUpBody = (req: IncomingMessage): unknown => givenUp.add(req);

/**
 * Whether a good part of a request's body may still be to come. Then its answer must be the last of its
 * connection: what a caller that gives its body up sends next would be taken for the rest of it.
 */
export function isUnread(req: IncomingMessage): boolean {
  const { complete, headers } = req;
  if (complete) return false;
  if (givenUp.has(req) || waitsForContinue(req)) return true;
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > SHORT_BYTES;
}

/**
 * Ends an answer to a request that `isUnread`, behind a head that says `connection: close` and the length of
 * `text`. What still comes of the body is read slowly and thrown away for a moment before the connection ends: closing at once
 * would reset it, and a client that sends first and reads later (most do) would see a broken pipe instead of
 * the answer.
 */
export function endUnread(req: IncomingMessage, res: ServerResponse, text: string | Buffer): void {
  res.write(text);
  const end = () => {
    clearTimeout(timer);
    stop();
    res.end();
  };
  const timer = setTimeout(end, LINGER_MS).unref();
  const stop = unwanted.read(req, end);
}
