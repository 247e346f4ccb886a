import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import { quietTurn } from "./quiet-turn.js";

/** The connections of a server that are checked now, and whether a whole head has come over each meanwhile. */
interface Looks {
  hasCome: Map<Socket, boolean>;
  note(req: IncomingMessage): void;
}

const ofServers = new WeakMap<Server, Looks>();

function looksOf(server: Server): Looks {
  const known = ofServers.get(server);
  if (known !== undefined) return known;
  const hasCome = new Map<Socket, boolean>();
  const looks: Looks = {
    hasCome,
    note: ({ socket }) => void (hasCome.has(socket) && hasCome.set(socket, true)),
  };
  ofServers.set(server, looks);
  return looks;
}

/**
 * Refuses a connection on which the head of a request has not come whole in time, unless it had come and was not read yet.
 * The number of bytes that have come does not tell this: the start of a head may lie in the packet of the request before. A
 * connection on which nothing has come at all is closed without an answer: its client may be sending its first request, and
 * would read the refusal as the answer to it. The listener on the server exists only while a connection is checked, so other
 * requests do not pay for it.
 */
export async function endUnlessHeadCame(server: Server, socket: Socket, refuse: () => void): Promise<void> {
  const { hasCome, note } = looksOf(server);
  if (hasCome.has(socket)) return;
  if (hasCome.size === 0) server.prependListener("request", note);
  hasCome.set(socket, false);
  await quietTurn();
  const isThere = hasCome.get(socket);
  hasCome.delete(socket);
  if (hasCome.size === 0) server.off("request", note);
  if (socket.destroyed) return;
  if (socket.bytesRead === 0) return void socket.destroy();
  if (isThere !== true) refuse();
}
