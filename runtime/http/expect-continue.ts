import type { IncomingMessage, Server, ServerResponse } from "node:http";

interface Waiting {
  res: ServerResponse;
  shouldKeepAlive: boolean;
}

const waiting = new WeakMap<IncomingMessage, Waiting>();

/**
 * Has the server answer `100 Continue` only when somebody reads the body, which is after the credential: until then a
 * client that asked for it has sent nothing. A client that is refused instead may never send its body, so that answer ends the
 * connection.
 */
export function continueWhenRead(server: Server): void {
  server.on("checkContinue", (req, res) => {
    waiting.set(req, { res, shouldKeepAlive: res.shouldKeepAlive });
    res.shouldKeepAlive = false;
    server.emit("request", req, res);
  });
  // another expectation may be ignored (RFC 9110, 10.1.1)
  server.on("checkExpectation", (req, res) => server.emit("request", req, res));
}

/** Whether a client still waits to be asked for its body, which it may never send. */
export const waitsForContinue = (req: IncomingMessage): boolean => waiting.has(req);

/** Asks for the body of a request, where its client waits to be asked. */
export function askForBody(req: IncomingMessage): void {
  const asked = waiting.get(req);
  if (asked === undefined) return;
  waiting.delete(req);
  const { res, shouldKeepAlive } = asked;
  if (res.headersSent || res.destroyed) return;
  res.shouldKeepAlive = shouldKeepAlive;
  res.writeContinue();
}
