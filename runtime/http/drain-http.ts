import type { Server } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { within } from "../concurrency/within.js";

const LOOK_MS = 50;
/** A connection on which nothing was said may say something that long after the port closed. */
const SILENT_MS = 1000;

const connectionsOf = new WeakMap<Server, Set<Socket>>();

/** Has `drainHttp` know the connections of a server, also those on which nothing has been said yet. */
export function watchConnections(server: Server): void {
  const open = new Set<Socket>();
  connectionsOf.set(server, open);
  server.on("connection", (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
}

/**
 * Closes the HTTP server: answers what it has begun for at most `graceMs`, then cuts what is left. A
 * connection that falls idle meanwhile is closed at once; its keep-alive would hold the close for a minute. So would one that
 * a client opened in advance, which the server does not count as idle.
 */
export async function drainHttp(app: FastifyInstance, graceMs: number): Promise<void> {
  const closed = app.close();
  const since = performance.now();
  const timer = setInterval(() => {
    app.server.closeIdleConnections();
    if (performance.now() - since < SILENT_MS) return;
    for (const socket of connectionsOf.get(app.server) ?? []) if (socket.bytesRead === 0) socket.destroy();
  }, LOOK_MS);
  try {
    await within(graceMs, closed);
  } finally {
    clearInterval(timer);
  }
  app.server.closeAllConnections();
  await closed;
}

/**
 * Leaves the port to other processes that share it: takes no more connections, and waits, at most `graceMs`, until each has
 * had its last answer. One that a client keeps open is not closed under a request that may be on its way.
 */
export async function leavePort(app: FastifyInstance, graceMs: number): Promise<void> {
  // the HTTP server's own close would also cut what is idle
  NetServer.prototype.close.call(app.server);
  const end = performance.now() + graceMs;
  while ((connectionsOf.get(app.server)?.size ?? 0) > 0 && performance.now() < end) await sleep(LOOK_MS);
}
