import type { Server } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { within } from "../concurrency/within.js";
import { closeIdleBy } from "../private-parts/node-http.js";
import type { Answers } from "./answers.js";
import { quietTurn } from "./quiet-turn.js";

const LOOK_MS = 50;
/** The time after the port closed in which a connection that has sent nothing may still send something. */
const SILENT_MS = 1000;
/** The time in which more of a request's head may come after a part of it. */
const HALF_MS = 3000;

interface Watched {
  open: Set<Socket>;
  answers: Pick<Answers, "busy" | "isAnswered">;
}

const watched = new WeakMap<Server, Watched>();

/** Makes the connections of a server known to `drainHttp`, even before anything is sent on them, and their answers. */
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
 * Closes the HTTP server: sends the answers that it has begun for at most `graceMs`, then cuts the rest. A connection that
 * becomes idle meanwhile is closed at once, since its keep-alive would delay the close for a minute. So would a connection
 * that a client opened in advance, which is closed after a while. What has come to the port, or over a connection, is read
 * before the port or the connection is closed, since otherwise it would be reset.
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

/** Closes idle connections, and those that wait for no answer and send nothing for a while, until the signal aborts. */
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
 * Stops taking connections. Those that clients have opened by now are taken first, since the system resets the connections
 * that still wait at a port when it is closed.
 */
async function closePort(server: Server): Promise<void> {
  await quietTurn();
  // The HTTP server's own close would also cut idle connections.
  NetServer.prototype.close.call(server);
}

/**
 * Leaves the port to other processes that share it: takes no more connections, and waits, at most `graceMs`, until each
 * connection has had its last answer. A connection that a client keeps open stays open, since a request may be on its way.
 */
export async function leavePort(app: FastifyInstance, graceMs: number): Promise<void> {
  await closePort(app.server);
  const end = performance.now() + graceMs;
  while ((watched.get(app.server)?.open.size ?? 0) > 0 && performance.now() < end) await sleep(LOOK_MS);
}
