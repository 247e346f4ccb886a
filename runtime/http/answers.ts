import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** A connection over which requests come. */
interface Connection {
  /** Its answers that are under way. */
  readonly open: ServerResponse[];
  /** What had been read of it when an answer was over, and its request too; null before the first. */
  read: number | null;
}

/**
 * The answers that are under way, in a list of each connection: a Set of the process, which each request joins and leaves, would keep
 * them in memory (ADR-0105). When the process drains, each of them is the last one of its connection, and says so.
 */
export class Answers {
  readonly #connections = new Map<Socket, Connection>();
  readonly #draining: AbortSignal;

  constructor(draining: AbortSignal) {
    this.#draining = draining;
    draining.addEventListener("abort", () => {
      for (const { open } of this.#connections.values()) open.forEach(endConnection);
    });
  }

  /** How many are under way. */
  get count(): number {
    let count = 0;
    for (const { open } of this.#connections.values()) count += open.length;
    return count;
  }

  /** From now until it was sent, or its connection has ended. */
  begin(res: ServerResponse): void {
    const { socket } = res.req;
    if (socket.destroyed) return;
    const connection = this.#connections.get(socket) ?? this.#opened(socket);
    connection.open.push(res);
    whenOver(res, () => over(res, connection));
    if (this.#draining.aborted) endConnection(res);
  }

  #opened(socket: Socket): Connection {
    const connection: Connection = { open: [], read: null };
    this.#connections.set(socket, connection);
    socket.once("close", () => this.#connections.delete(socket));
    return connection;
  }

  /** The connections on which answers are under way. */
  busy(): Set<Socket> {
    return new Set([...this.#connections].flatMap(([socket, { open }]) => (open.length > 0 ? [socket] : [])));
  }

  /** Whether nothing has come over a connection since its last answer was sent; one is idle that is not busy either. */
  isAnswered(socket: Socket): boolean {
    return this.#connections.get(socket)?.read === socket.bytesRead;
  }
}

function over(res: ServerResponse, connection: Connection): void {
  const { open } = connection;
  open.splice(open.indexOf(res), 1);
  const { req } = res;
  const note = (): void => void (connection.read = req.socket.bytesRead);
  if (req.complete) note();
  else req.once("end", note);
}

function endConnection(res: ServerResponse): void {
  res.shouldKeepAlive = false;
}

/** What is to be done when a connection ends, by connection: each has one listener, however many requests it sends. */
const ofSockets = new WeakMap<Socket, (() => void)[]>();

/**
 * Calls back once, when a response was sent or its connection has ended. A response that waits behind another one of
 * its connection has no socket yet: Node 24.21 tells it of the end all the same, and Node 20 does not.
 */
export function whenOver(res: ServerResponse, over: () => void): void {
  const { socket } = res.req;
  if (socket.destroyed) return over();
  const ends = ofSockets.get(socket) ?? watch(socket);
  let isOver = false;
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    const at = ends.indexOf(end);
    if (at >= 0) ends.splice(at, 1);
    over();
  };
  ends.push(end);
  res.once("close", end);
}

function watch(socket: Socket): (() => void)[] {
  const ends: (() => void)[] = [];
  ofSockets.set(socket, ends);
  socket.once("close", () => ends.splice(0).forEach((end) => end()));
  return ends;
}

/** How long the rest of a request may still come behind its answer. */
const REST_MS = 5_000;

/** Closes the connection behind an answer when the rest of the request does not come: nobody reads it any more. */
export function endHalfSent(req: IncomingMessage, res: ServerResponse): void {
  const { headers } = req;
  if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined) return;
  res.once("finish", () => {
    if (req.complete) return;
    const { socket } = req;
    const timer = setTimeout(() => socket.destroy(), REST_MS).unref();
    const end = () => clearTimeout(timer);
    req.once("end", end).once("close", end);
  });
}
