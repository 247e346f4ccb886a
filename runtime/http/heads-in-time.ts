import type { Server } from "node:http";
import type { Socket } from "node:net";
import { quietTurn } from "./quiet-turn.js";

/** How many heads of requests have come whole over each connection. */
const heads = new WeakMap<Socket, number>();

const headsOf = (socket: Socket): number => heads.get(socket) ?? 0;

/** Has `endUnlessHeadCame` know which heads have come. */
export function countHeads(server: Server): void {
  server.prependListener("request", ({ socket }) => void heads.set(socket, headsOf(socket) + 1));
}

/**
 * Refuses a connection on which the head of a request has not come whole in time, unless it had come and was not read yet. The bytes that
 * have come say nothing of that: the begin of a head may lie in the packet of the request before. A connection on which nothing has come at
 * all is closed without a word: its client may be sending its first request, and would take a refusal for the answer.
 */
export async function endUnlessHeadCame(socket: Socket, refuse: () => void): Promise<void> {
  const before = headsOf(socket);
  await quietTurn();
  if (socket.destroyed) return;
  if (socket.bytesRead === 0) return void socket.destroy();
  if (headsOf(socket) === before) refuse();
}
