import type { IncomingMessage, ServerResponse } from "node:http";

/** How long an unwanted body is read, so that its sender gets to see the answer. */
const LINGER_MS = 5_000;

/**
 * For a request that is answered before its body was read; to be called before the answer is written. The
 * rest is thrown away for a moment, then the connection ends. Closing at once would reset it, and a client
 * that sends first and reads later (most do) would see a broken pipe instead of the answer.
 */
export function endUnread(req: IncomingMessage, res: ServerResponse): void {
  if (req.complete) return;
  const { socket } = req;
  // The server would close right behind an answer that is its connection's last.
  const isLast = !res.shouldKeepAlive;
  res.shouldKeepAlive = true;
  const close = () => {
    if (isLast && req.complete && res.writableFinished) socket.end();
  };
  req.once("end", close);
  res.once("finish", close);
  req.resume();
  setTimeout(() => {
    if (!req.complete) socket.destroy();
  }, LINGER_MS).unref();
}
