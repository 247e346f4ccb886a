import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

const MB = 2 ** 20;
/** The time after which a reader that takes nothing counts as gone. */
const PATIENCE_MS = 30_000;
/**
 * The patience for a file. Operating systems report what a client has read in steps of up to 2 MB, and a player may read 16 KB a
 * second for hours.
 */
const FILE_PATIENCE_MS = 300_000;
/** The time for which a reader of a file that has just taken something is not cut off, however many others there are. */
const FILE_GRACE_MS = 5000;
/** The most bytes that the unread answers of a process keep in memory. */
const MAX_BYTES = 128 * MB;

/** The memory that is kept for answers: a buffer, which several answers may share, or an answer's own text. */
export type Memory = Pick<Buffer, "length">;

/** An answer that its reader has not taken yet. */
export interface Unread {
  /** Records that the connection took a part of the answer and was given the next. */
  moved(): void;
  /** Records that the connection took the whole answer. */
  ended(): void;
}

interface Connection {
  answers: Set<readonly Memory[]>;
  movedAt: number;
  timer: NodeJS.Timeout;
  /** The bytes that the socket had written when it was last seen to move. */
  written: number;
  onClose(): void;
}

/**
 * The answers that wait for their readers, by connection. A connection that takes nothing for a while is cut off. When all
 * answers together keep too much memory, the one that took nothing for longest is cut off too: a client with a token could
 * ask and never read.
 */
export class UnreadAnswers {
  patienceMs: number;
  graceMs: number;
  maxBytes: number;
  /** The connections; the one that took nothing for longest is the first. */
  readonly #connections = new Map<Socket, Connection>();
  /** The number of answers that each piece of memory is kept for, since answers share the bytes of documents. */
  readonly #retained = new Map<Memory, number>();
  #bytes = 0;

  constructor({ patienceMs = PATIENCE_MS, graceMs = 0, maxBytes = MAX_BYTES } = {}) {
    this.patienceMs = patienceMs;
    this.graceMs = graceMs;
    this.maxBytes = maxBytes;
  }

  /** The bytes that all answers keep in memory; shared ones count once. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Adds an answer that is sent from these buffers until it ends or its connection closes. May close other connections, but
   * none that took something within `graceMs`.
   */
  add({ req: { socket } }: Pick<ServerResponse, "req">, buffers: readonly Memory[]): Unread {
    // The reader left while the answer was made, so no further event would report its end.
    if (socket.destroyed) return { moved: () => {}, ended: () => {} };
    const connection = this.#connections.get(socket) ?? this.#open(socket);
    connection.answers.add(buffers);
    for (const buffer of buffers) this.#retain(buffer);
    this.#moved(socket);
    const latest = performance.now() - this.graceMs;
    for (const [waiting, { movedAt }] of this.#connections) {
      // The newest answer may be as large as all may be together.
      if (this.#bytes <= this.maxBytes || waiting === socket || movedAt > latest) break;
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
      movedAt: performance.now(),
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
    connection.movedAt = performance.now();
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

  /** Checks a connection on which no progress was recorded for the patience time. */
  #look(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined) return;
    // The connection waits for an answer to an earlier request, or is still taking that answer.
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

  #retain(buffer: Memory): void {
    const times = this.#retained.get(buffer) ?? 0;
    if (times === 0) this.#bytes += buffer.length;
    this.#retained.set(buffer, times + 1);
  }

  #release(buffer: Memory): void {
    const times = (this.#retained.get(buffer) ?? 0) - 1;
    if (times > 0) return void this.#retained.set(buffer, times);
    this.#retained.delete(buffer);
    this.#bytes -= buffer.length;
  }
}

/** The unread answers of this process. */
export const unreadAnswers = new UnreadAnswers();

/**
 * What is read of files ahead of their readers, in this process. They have a count of their own, so that anonymous readers of
 * files close no connection of a caller that waits for an answer.
 */
export const unreadFiles = new UnreadAnswers({ patienceMs: FILE_PATIENCE_MS, graceMs: FILE_GRACE_MS });
