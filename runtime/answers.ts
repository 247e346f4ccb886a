import type { ServerResponse } from "node:http";
import { whenOver } from "./when-over.js";

/** The answers that are under way. When the process drains, each of them is the last one of its connection, and says so. */
export class Answers {
  readonly #open = new Set<ServerResponse>();
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
    whenOver(res, () => this.#open.delete(res));
    if (this.#draining.aborted) endConnection(res);
  }
}

function endConnection(res: ServerResponse): void {
  res.shouldKeepAlive = false;
}
