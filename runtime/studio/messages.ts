/** A work as it is sent to a process of the studio. */
export interface Order {
  /** Address of the module whose export `work` does it. */
  script: string;
  data: unknown;
}

/** What the module's `work` looks like. What it gives is sent back, so it is JSON. */
export type Script = (data: never, context: { signal: AbortSignal }) => Promise<unknown>;

export type Answer =
  | { isDone: true; value: unknown }
  | { isDone: false; fault: "refused" | "failed"; message: string };
