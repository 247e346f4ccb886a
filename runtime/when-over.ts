import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** What is to be done when a connection ends, by connection: each has one listener, however many requests it sends. */
const ofSockets = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls back once, when a response was sent or its connection has ended. A response that waits behind another one of
 * its connection has no socket yet: Node 24.21 tells it of the end all the same, and Node 20 does not.
 */
export function whenOver(res: ServerResponse, over: () => void): void {
  const { socket } = res.req;
  if (socket.destroyed) return over();
  const ends = ofSockets.get(socket) ?? watch(socket);
  const end = (): void => {
    if (ends.delete(end)) over();
  };
  ends.add(end);
  res.once("close", end);
}

function watch(socket: Socket): Set<() => void> {
  const ends = new Set<() => void>();
  ofSockets.set(socket, ends);
  socket.once("close", () => ends.forEach((end) => end()));
  return ends;
}
