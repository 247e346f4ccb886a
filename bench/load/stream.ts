import { performance } from "node:perf_hooks";
import { Connection } from "./connection.js";
import { percentile } from "./percentile.js";

/** Result of one time under load. */
export interface Run {
  perSecond: number;
  /** Duration of each answer in ms. */
  times: number[];
}

/** Sends one server the requests of a list one after another, over connections that stay open. The first follows the last. */
export class Stream {
  readonly #connections: readonly Connection[];
  readonly #requests: readonly Buffer[];
  #next = 0;

  private constructor(connections: readonly Connection[], requests: readonly Buffer[]) {
    this.#connections = connections;
    this.#requests = requests;
  }

  static async open(url: string, requests: readonly Buffer[], connections: number): Promise<Stream> {
    return new Stream(
      await Promise.all(Array.from({ length: connections }, () => Connection.open(url))),
      requests,
    );
  }

  /** Sends requests for `ms`. Throws when an answer is not 200. */
  async run(ms: number): Promise<Run> {
    const started = performance.now();
    const end = started + ms;
    const times: number[] = [];
    await Promise.all(
      this.#connections.map(async (connection) => {
        for (let sent = performance.now(); sent < end;) {
          await connection.send(this.#take());
          const now = performance.now();
          times.push(now - sent);
          sent = now;
        }
      }),
    );
    return { perSecond: (times.length * 1000) / (performance.now() - started), times };
  }

  close(): void {
    for (const connection of this.#connections) connection.close();
  }

  #take(): Buffer {
    const request = this.#requests[this.#next % this.#requests.length];
    if (request === undefined) throw new Error("There is nothing to ask.");
    this.#next += 1;
    return request;
  }
}

/** Returns the median and the 99th percentile of the answers in milliseconds. */
export const latencyOf = (runs: readonly Run[]): { p50: number; p99: number } => {
  const times = runs.flatMap((run) => run.times);
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
};
