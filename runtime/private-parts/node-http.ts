import type { Server } from "node:http";

/**
 * Replaces the way in which a server, when it is closed, ends idle connections. Node's own way takes a
 * connection for idle whose answer is written but not sent yet, so a slow reader would lose the answer.
 */
export function closeIdleBy(server: Server, close: () => void): void {
  server.closeIdleConnections = close;
}
