import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** The answers that are under way. When the process drains, each of them is the last one of its connection, and says so. */
export class Answers {
  readonly #open = new Set<ServerResponse>();
  /** What had been read of each connection when an answer of it was over, and its request too. */
  readonly #read = new WeakMap<Socket, number>();
  readonly #draining: AbortSignal;

  constructor(draining: AbortSignal) {
    this.#draining = draining;
    draining.addEventListener("abort", () => this.#open.forEach(endConnection));
  }

  /** How many are under way. */
  get count(): number {
    return this.#open.size;
  }

  /** From now until it was sent, or its connection has ended. */
  begin(res: ServerResponse): void {
    this.#open.add(res);
    whenOver(res, () => this.#over(res));
    if (this.#draining.aborted) endConnection(res);
  }

  #over(res: ServerResponse): void {
    this.#open.delete(res);
    const { req } = res;
    const note = (): void => void this.#read.set(req.socket, req.socket.bytesRead);
    if (req.complete) note();
    else req.once("end", note);
  }

  /** The connections on which answers are under way. */
  busy(): Set<Socket> {
    return new Set([...this.#open].map(({ req }) => req.socket));
  }

  /** Whether nothing has come over a connection since its last answer was sent; one is idle that is not busy either. */
  isAnswered(socket: Socket): boolean {
    return this.#read.get(socket) === socket.bytesRead;
  }
}

function endConnection(res: ServerResponse): void {
  res.shouldKeepAlive = false;
}

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
