import { connect, createServer, type Server, type Socket } from "node:net";

/** Proxy to a server that a test may cut (connections break, new ones are refused) or block (no bytes pass). */
export class TcpProxy {
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  #isBlocked = false;
  port = 0;

  constructor(target: string) {
    this.#target = new URL(target);
  }

  /** URL of the target with the proxy's address. */
  get url(): string {
    const url = new URL(this.#target);
    url.hostname = "127.0.0.1";
    url.port = String(this.port);
    return url.href;
  }

  async open(): Promise<void> {
    const server = createServer((near) => this.#join(near));
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject).listen(this.port, "127.0.0.1", resolve);
    });
    const address = server.address();
    if (address !== null && typeof address === "object") this.port = address.port;
  }

  get isCut(): boolean {
    return this.#server === null;
  }

  /** Breaks the connections and refuses new ones until `open`. */
  async cut(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    const closed = new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /** Passes no bytes from now on, without closing anything. The present connections stay blocked for ever. */
  block(): void {
    this.#isBlocked = true;
    for (const socket of this.#sockets) socket.removeAllListeners("data").pause();
  }

  /** Lets new connections pass again. */
  unblock(): void {
    this.#isBlocked = false;
  }

  #join(near: Socket): void {
    this.#keep(near);
    if (this.#isBlocked) return void near.pause();
    const far = connect({ host: this.#target.hostname, port: Number(this.#target.port) });
    this.#keep(far);
    near.on("data", (data) => far.write(data)).on("close", () => far.destroy());
    far.on("data", (data) => near.write(data)).on("close", () => near.destroy());
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("error", () => {}).on("close", () => this.#sockets.delete(socket));
  }
}
