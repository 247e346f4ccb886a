import { connect, type Socket } from "node:net";

const HEAD_END = Buffer.from("\r\n\r\n");

/**
 * One keep-alive HTTP/1.1 connection that sends prepared bytes and finds the end of the answer by its Content-Length. A whole
 * HTTP client would cost more than the measured servers.
 */
export class Connection {
  readonly #url: string;
  #socket: Socket;
  #isUsed = false;
  #pending: { resolve(body: Buffer): void; reject(error: Error): void } | null = null;
  #received: Buffer[] = [];
  #missing = -1;
  #end: Error | null = null;

  private constructor(url: string, socket: Socket) {
    this.#url = url;
    this.#socket = this.#listen(socket);
  }

  static async open(url: string): Promise<Connection> {
    return new Connection(url, await connected(url));
  }

  /** Sends a request and returns the body of its answer. Rejects when the status is not 200. */
  send(request: Buffer): Promise<Buffer> {
    if (!this.#isUsed && this.#end !== null) return this.#sendAnew(request);
    this.#isUsed = true;
    return new Promise((resolve, reject) => {
      if (this.#end !== null) return reject(this.#end);
      this.#pending = { resolve, reject };
      this.#socket.write(request);
    });
  }

  /**
   * Sends a request on a new connection: servers close a connection whose first request does not come in time, and this one
   * waited while others were measured.
   */
  async #sendAnew(request: Buffer): Promise<Buffer> {
    this.#isUsed = true;
    this.#socket = this.#listen(await connected(this.#url));
    this.#end = null;
    return this.send(request);
  }

  #listen(socket: Socket): Socket {
    return socket
      .on("data", (chunk) => this.#take(chunk))
      .on("error", (error) => this.#fail(error))
      .on("close", () => this.#fail(new Error("The server closed a connection.")));
  }

  close(): void {
    this.#socket.removeAllListeners("close").destroy();
  }

  #take(chunk: Buffer): void {
    this.#received.push(chunk);
    if (this.#missing >= 0) this.#missing -= chunk.length;
    else {
      const start = this.#received.length === 1 ? chunk : Buffer.concat(this.#received);
      const end = start.indexOf(HEAD_END);
      if (end < 0) return;
      const length = /\r\ncontent-length: *(\d+)/i.exec(start.toString("latin1", 0, end))?.[1];
      if (length === undefined) return this.#fail(new Error("An answer has no Content-Length."));
      this.#missing = end + 4 + Number(length) - start.length;
    }
    if (this.#missing > 0) return;
    const answer = this.#received.length === 1 ? chunk : Buffer.concat(this.#received);
    this.#received = [];
    this.#missing = -1;
    const body = answer.subarray(answer.indexOf(HEAD_END) + 4);
    const { resolve, reject } = this.#pending ?? {};
    this.#pending = null;
    if (answer.toString("latin1", 9, 12) === "200") resolve?.(body);
    else reject?.(new Error(`An answer was ${answer.toString("utf8", 0, 2000)}`));
  }

  #fail(error: Error): void {
    this.#end ??= error;
    this.#pending?.reject(error);
    this.#pending = null;
  }
}

async function connected(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await new Promise<void>((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  return socket;
}

/** Returns the bytes of a request. */
export function requestBytes(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>> = {},
  body?: unknown,
): Buffer {
  const { host, pathname, search } = new URL(url);
  const text = body === undefined ? "" : JSON.stringify(body);
  const all = {
    host,
    ...headers,
    ...(body !== undefined && {
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(text)),
    }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${pathname}${search} HTTP/1.1\r\n${lines.join("")}\r\n${text}`);
}
