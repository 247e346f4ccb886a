import type { Server } from "node:http";

/**
 * Has a server, when it is closed, end the connections that `close` takes for idle. Its own way takes one for idle whose answer is
 * written and not sent yet: a reader that takes it slowly, or has yet to take it, would lose it.
 */
export function closeIdleBy(server: Server, close: () => void): void {
  server.closeIdleConnections = close;
}
