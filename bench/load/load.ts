import { performance } from "node:perf_hooks";
import { Connection, requestBytes } from "./connection.js";

export const CONNECTIONS = 32;

/** Request that is sent, a GET unless told otherwise. */
export interface Sent {
  method: "GET" | "POST";
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
}

/** Sends one server the same request again and again over connections that stay open. */
export class Load {
  readonly #connections: readonly Connection[];
  readonly #request: Buffer;

  private constructor(connections: readonly Connection[], request: Buffer) {
    this.#connections = connections;
    this.#request = request;
  }

  static async open(
    url: string,
    headers: Readonly<Record<string, string>> = {},
    { method, body }: Sent = { method: "GET" },
  ): Promise<Load> {
    const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => Connection.open(url)));
    return new Load(connections, requestBytes(url, method, headers, body));
  }

  /** Returns the answers per second over the given time. Throws when an answer is not 200. */
  async run(ms: number): Promise<number> {
    const started = performance.now();
    const end = started + ms;
    let answers = 0;
    await Promise.all(
      this.#connections.map(async (connection) => {
        while (performance.now() < end) {
          await connection.send(this.#request);
          answers += 1;
        }
      }),
    );
    return (answers * 1000) / (performance.now() - started);
  }

  close(): void {
    for (const connection of this.#connections) connection.close();
  }
}
