import type { IncomingMessage, ServerResponse } from "node:http";
import { waitsForContinue } from "./expect-continue.js";
import { UnwantedBodies } from "./unwanted-bodies.js";

/** The time for which an unwanted body is read, so that its sender gets the answer. */
const LINGER_MS = 5_000;

/** The unwanted bodies of this process. */
const unwanted = new UnwantedBodies();

/**
 * The most bytes of a body behind which the connection may be used again: its client has sent them already, or sends them
 * with the next packets.
 */
const SHORT_BYTES = 64 * 1024;

/** Requests whose bodies were read in part, and are not read any further. */
const givenUp = new WeakSet<IncomingMessage>();

export const giveUpBody = (req: IncomingMessage): unknown => givenUp.add(req);

/**
 * Tells whether a good part of a request's body may still come. Then its answer must be the last of its connection: when the
 * caller gives the body up, its next request would be read as the rest of that body.
 */
export function isUnread(req: IncomingMessage): boolean {
  const { complete, headers } = req;
  if (complete) return false;
  if (givenUp.has(req) || waitsForContinue(req)) return true;
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > SHORT_BYTES;
}

/**
 * Ends an answer to a request that `isUnread`, after a head with `connection: close` and the length of `text`. The rest of
 * the body is read slowly and thrown away for a moment before the connection ends: closing it at once would reset it, and a
 * client that sends first and reads later (most do) would see a broken pipe instead of the answer.
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
