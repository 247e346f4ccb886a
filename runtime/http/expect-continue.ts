import type { IncomingMessage, Server, ServerResponse } from "node:http";

interface Waiting {
  res: ServerResponse;
  shouldKeepAlive: boolean;
}

const waiting = new WeakMap<IncomingMessage, Waiting>();

/**
 * Makes the server send `100 Continue` only when the body is read, which is after the credential was checked: until then a
 * client that asked for it has sent no body. A client that is refused instead may never send its body, so that refusal ends
 * the connection.
 */
export function continueWhenRead(server: Server): void {
  server.on("checkContinue", (req, res) => {
    waiting.set(req, { res, shouldKeepAlive: res.shouldKeepAlive });
    res.shouldKeepAlive = false;
    server.emit("request", req, res);
  });
  // A server may ignore another expectation (RFC 9110, 10.1.1).
  server.on("checkExpectation", (req, res) => server.emit("request", req, res));
}

/** Tells whether a client still waits for `100 Continue` before it sends its body, which it may never send. */
export const waitsForContinue = (req: IncomingMessage): boolean => waiting.has(req);

/** Asks for the body of a request with `100 Continue` when its client waits for that. */
export function askForBody(req: IncomingMessage): void {
  const asked = waiting.get(req);
  if (asked === undefined) return;
  waiting.delete(req);
  const { res, shouldKeepAlive } = asked;
  if (res.headersSent || res.destroyed) return;
  res.shouldKeepAlive = shouldKeepAlive;
  res.writeContinue();
}
