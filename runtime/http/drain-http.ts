import type { Server } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { within } from "../concurrency/within.js";
import { closeIdleBy } from "../private-parts/node-http.js";
import type { Answers } from "./answers.js";
import { quietTurn } from "./quiet-turn.js";

const LOOK_MS = 50;
/** A connection on which nothing was said may say something that long after the port closed. */
const SILENT_MS = 1000;
/** The rest of a request's head may come so long after what came of it. */
const HALF_MS = 3000;

interface Watched {
  open: Set<Socket>;
  answers: Pick<Answers, "busy" | "isAnswered">;
}

const watched = new WeakMap<Server, Watched>();

/** Has `drainHttp` know the connections of a server, also those on which nothing has been said yet, and what is answered on them. */
export function watchConnections(server: Server, answers: Watched["answers"]): void {
  const open = new Set<Socket>();
  watched.set(server, { open, answers });
  server.on("connection", (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  closeIdleBy(server, () => {
    const busy = answers.busy();
    for (const socket of open) if (answers.isAnswered(socket) && !busy.has(socket)) socket.destroy();
  });
}

/**
 * Closes the HTTP server: answers what it has begun for at most `graceMs`, then cuts what is left. A
 * connection that falls idle meanwhile is closed at once; its keep-alive would hold the close for a minute. So would one that
 * a client opened in advance. What has come to the port, or over a connection, is read before that is closed: else it would be reset.
 */
export async function drainHttp(app: FastifyInstance, graceMs: number): Promise<void> {
  await closePort(app.server);
  app.server.closeIdleConnections();
  const closed = app.close();
  const over = new AbortController();
  const closing = closeSilent(over.signal, app.server);
  try {
    await within(graceMs, closed);
  } finally {
    over.abort();
    await closing;
  }
  app.server.closeAllConnections();
  await closed;
}

/** Closes what falls idle, and what waits for no answer and says nothing for a while, until the signal aborts. */
async function closeSilent(over: AbortSignal, server: Server): Promise<void> {
  const { open = [], answers } = watched.get(server) ?? {};
  const last = new Map<Socket, { bytes: number; at: number }>();
  while (!over.aborted) {
    await sleep(LOOK_MS);
    await quietTurn();
    server.closeIdleConnections();
    const now = performance.now();
    const busy = answers?.busy() ?? new Set();
    for (const socket of open) {
      const { bytesRead: bytes } = socket;
      const known = last.get(socket);
      if (known?.bytes !== bytes || busy.has(socket)) last.set(socket, { bytes, at: now });
      else if (now - known.at > (bytes === 0 ? SILENT_MS : HALF_MS)) socket.destroy();
    }
  }
}

/**
 * Takes no more connections. Those that clients have opened by now are taken before: the system resets what still waits in the line of a port
 * that is closed.
 */
async function closePort(server: Server): Promise<void> {
  await quietTurn();
  // the HTTP server's own close would also cut what is idle
  NetServer.prototype.close.call(server);
}

/**
 * Leaves the port to other processes that share it: takes no more connections, and waits, at most `graceMs`, until each has
 * had its last answer. One that a client keeps open is not closed under a request that may be on its way.
 */
export async function leavePort(app: FastifyInstance, graceMs: number): Promise<void> {
  await closePort(app.server);
  const end = performance.now() + graceMs;
  while ((watched.get(app.server)?.open.size ?? 0) > 0 && performance.now() < end) await sleep(LOOK_MS);
}
