import type { ServerResponse } from "node:http";

/** The answers that are under way. When the process drains, each of them is the last one of its connection, and says so. */
export class Answers {
  readonly #open = new Set<ServerResponse>();
  readonly #draining: AbortSignal;

  constructor(draining: AbortSignal) {
    this.#draining = draining;
    draining.addEventListener("abort", () => this.#open.forEach(endConnection));
  }

  begin(res: ServerResponse): void {
    this.#open.add(res);
    if (this.#draining.aborted) endConnection(res);
  }

  end(res: ServerResponse): void {
    this.#open.delete(res);
  }
}

function endConnection(res: ServerResponse): void {
  res.shouldKeepAlive = false;
}
