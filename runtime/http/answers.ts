import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** A connection of a client, over which requests come. */
interface Connection {
  /** The answers of the connection that are under way. */
  readonly open: ServerResponse[];
  /** The bytes read from the connection when an answer and its request were last complete; null before the first. */
  read: number | null;
}

/**
 * The answers that are under way, in one list for each connection: a Set of the whole process, which each request joins and
 * leaves, would keep them in memory (ADR-0105). When the process drains, each of these answers is the last one of its
 * connection and says so in its head.
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

  /** The number of answers that are under way. */
  get count(): number {
    let count = 0;
    for (const { open } of this.#connections.values()) count += open.length;
    return count;
  }

  /** Counts an answer as under way until it was sent or its connection has ended. */
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

  /** Returns the connections on which answers are under way. */
  busy(): Set<Socket> {
    return new Set([...this.#connections].flatMap(([socket, { open }]) => (open.length > 0 ? [socket] : [])));
  }

  /** Tells whether nothing has come over a connection since its last answer. It is idle when it is not busy either. */
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

/** The callbacks for the end of a connection. Each connection has only one listener, however many requests it sends. */
const ofSockets = new WeakMap<Socket, (() => void)[]>();

/**
 * Calls back once, when a response was sent or its connection has ended. A response that waits behind another one of its
 * connection has no socket yet: Node 24.21 still emits its `close` at the end of the connection, and Node 20 does not.
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

/** The time in which the rest of a request may still come after its answer. */
const REST_MS = 5_000;

/** Closes the connection after an answer when the rest of the request does not come, since nothing reads it any more. */
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
