import type { Server } from "node:http";
import type { Socket } from "node:net";
import { quietTurn } from "./quiet-turn.js";

/** The time that answers announce for idle connections, in `Keep-Alive: timeout=72`. */
export const KEPT_MS = 72_000;

/**
 * The time for which an idle connection is kept beyond the announced one: a client that sends at the last announced moment
 * is answered even when its request takes seconds to arrive.
 */
export const KEPT_BEYOND_MS = 8_000;

/**
 * Closes connections that have been idle for too long, but none on which an unread request has come: after the event loop
 * stood still, a timer may run before the bytes that came meanwhile are read.
 */
export function closeIdle(server: Server): void {
  server.on("timeout", (socket) => void closeWhereQuiet(socket));
}

async function closeWhereQuiet(socket: Socket): Promise<void> {
  const { bytesRead } = socket;
  await quietTurn();
  // Bytes that have come are the start of a request, whose head has a time limit of its own.
  if (socket.bytesRead === bytesRead) socket.destroy();
}
