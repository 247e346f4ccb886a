import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

const MB = 2 ** 20;
/** A reader that takes nothing for so long is taken for gone. */
const PATIENCE_MS = 30_000;
/** Of what unread answers keep in memory, in a process. */
const MAX_BYTES = 128 * MB;

/** What is kept for answers: a buffer, which they may share, or an answer's own text. */
export type Memory = Pick<Buffer, "length">;

/** An answer that its reader has not taken yet. */
export interface Unread {
  /** The connection took some of it, and has been given the next. */
  moved(): void;
  /** It took all. */
  ended(): void;
}

interface Connection {
  answers: Set<readonly Memory[]>;
  timer: NodeJS.Timeout;
  /** What the socket had been given when it was last seen to move. */
  written: number;
  onClose(): void;
}

/**
 * Answers that wait for their readers, by connection. One that takes nothing for a while is cut off, and so is the one
 * that took nothing for longest where all together keep too much: a client with a token could ask and never read.
 */
export class UnreadAnswers {
  patienceMs: number;
  maxBytes: number;
  /** That which took nothing for longest is the first. */
  readonly #connections = new Map<Socket, Connection>();
  /** How many answers each piece of memory is kept for: they share the bytes of documents. */
  readonly #kept = new Map<Memory, number>();
  #bytes = 0;

  constructor({ patienceMs = PATIENCE_MS, maxBytes = MAX_BYTES } = {}) {
    this.patienceMs = patienceMs;
    this.maxBytes = maxBytes;
  }

  /** What they keep in memory, what they share once. */
  get bytes(): number {
    return this.#bytes;
  }

  /** An answer that is sent from these buffers, until it is ended or its connection closed. May close others. */
  add({ req: { socket } }: Pick<ServerResponse, "req">, buffers: readonly Memory[]): Unread {
    // its reader has left while it was made: nobody would say so again
    if (socket.destroyed) return { moved: () => {}, ended: () => {} };
    const connection = this.#connections.get(socket) ?? this.#open(socket);
    connection.answers.add(buffers);
    for (const buffer of buffers) this.#keep(buffer);
    this.#moved(socket);
    for (const waiting of this.#connections.keys()) {
      // the newest may be as large as all may be together
      if (this.#bytes <= this.maxBytes || waiting === socket) break;
      this.#cut(waiting);
    }
    return {
      moved: () => this.#moved(socket),
      ended: () => this.#ended(socket, buffers),
    };
  }

  #open(socket: Socket): Connection {
    const connection: Connection = {
      answers: new Set(),
      timer: this.#wait(socket),
      written: socket.bytesWritten,
      onClose: () => this.#forget(socket),
    };
    this.#connections.set(socket, connection);
    socket.once("close", connection.onClose);
    return connection;
  }

  #wait(socket: Socket): NodeJS.Timeout {
    return setTimeout(() => this.#look(socket), this.patienceMs).unref();
  }

  #moved(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined) return;
    this.#connections.delete(socket);
    this.#connections.set(socket, connection);
    connection.written = socket.bytesWritten;
    clearTimeout(connection.timer);
    connection.timer = this.#wait(socket);
  }

  #ended(socket: Socket, buffers: readonly Memory[]): void {
    const connection = this.#connections.get(socket);
    if (connection?.answers.delete(buffers) !== true) return;
    for (const buffer of buffers) this.#release(buffer);
    if (connection.answers.size === 0) this.#forget(socket);
    else this.#moved(socket);
  }

  /** Nothing is known to have moved. */
  #look(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined) return;
    // it waits for an answer to an earlier request, or takes that
    const isOthers = socket.writableLength === 0 || socket.bytesWritten !== connection.written;
    connection.written = socket.bytesWritten;
    if (isOthers) connection.timer = this.#wait(socket);
    else this.#cut(socket);
  }

  #cut(socket: Socket): void {
    this.#forget(socket);
    socket.destroy();
  }

  #forget(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined) return;
    clearTimeout(connection.timer);
    socket.off("close", connection.onClose);
    this.#connections.delete(socket);
    for (const buffers of connection.answers) for (const buffer of buffers) this.#release(buffer);
  }

  #keep(buffer: Memory): void {
    const times = this.#kept.get(buffer) ?? 0;
    if (times === 0) this.#bytes += buffer.length;
    this.#kept.set(buffer, times + 1);
  }

  #release(buffer: Memory): void {
    const times = (this.#kept.get(buffer) ?? 0) - 1;
    if (times > 0) return void this.#kept.set(buffer, times);
    this.#kept.delete(buffer);
    this.#bytes -= buffer.length;
  }
}

/** Those of the process. */
export const unreadAnswers = new UnreadAnswers();
