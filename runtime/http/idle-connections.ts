import type { Server } from "node:http";
import type { Socket } from "node:net";
import { quietTurn } from "./quiet-turn.js";

/** What answers announce, in `Keep-Alive: timeout=72`. */
export const KEPT_MS = 72_000;

/**
 * For so much longer an idle connection is kept: a client that goes by what was announced, and sends at the last moment, is answered
 * also where its request takes seconds to come.
 */
export const KEPT_BEYOND_MS = 8_000;

/**
 * Closes connections that have been idle for too long, but none on which a request has come that nobody has read yet: a timer that is
 * due may be called before what came while the loop stood still is read.
 */
export function closeIdle(server: Server): void {
  server.on("timeout", (socket) => void closeWhereQuiet(socket));
}

async function closeWhereQuiet(socket: Socket): Promise<void> {
  const { bytesRead } = socket;
  await quietTurn();
  // What has come is the begin of a request, whose head has a time limit of its own.
  if (socket.bytesRead === bytesRead) socket.destroy();
}
