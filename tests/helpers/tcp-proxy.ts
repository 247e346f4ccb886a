import { connect, createServer, type Server, type Socket } from "node:net";

/** A way to a server that a test may cut (connections break, new ones are refused) or block (nothing comes through). */
export class TcpProxy {
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  #isBlocked = false;
  port = 0;

  constructor(target: string) {
    this.#target = new URL(target);
  }

  /** The target's URL with the proxy's address. */
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

  /** Breaks what is connected and refuses what comes, until `open`. */
  async cut(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    const closed = new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /** From now on nothing comes through, and nobody is told; what is connected now stays like that for ever. */
  block(): void {
    this.#isBlocked = true;
    for (const socket of this.#sockets) socket.removeAllListeners("data").pause();
  }

  /** New connections come through again. */
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
