import type { FastifyInstance } from "fastify";
import { within } from "./within.js";

const LOOK_MS = 50;

/**
 * Closes the HTTP server: answers what it has begun for at most `graceMs`, then cuts what is left. A
 * connection that falls idle meanwhile is closed at once; its keep-alive would hold the close for a minute.
 */
export async function drainHttp(app: FastifyInstance, graceMs: number): Promise<void> {
  const closed = app.close();
  const timer = setInterval(() => app.server.closeIdleConnections(), LOOK_MS);
  try {
    await within(graceMs, closed);
  } finally {
    clearInterval(timer);
  }
  app.server.closeAllConnections();
  await closed;
}
