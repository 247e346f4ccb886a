/** A work as it is sent to a process of the studio. */
export interface Order {
  /** Address of the module whose export `work` does it. */
  script: string;
  data: unknown;
}

export interface ScriptContext {
  signal: AbortSignal;
  /** Tells how far the work is, from 0 to 1. */
  progress(fraction: number): void;
}

/** What the module's `work` looks like. What it gives is sent back, so it is JSON. */
export type Script = (data: never, context: ScriptContext) => Promise<unknown>;

/** Told while a work is under way. */
export interface Meanwhile {
  progress: number;
}

export type Answer =
  | { isDone: true; value: unknown }
  | { isDone: false; fault: "refused" | "failed"; message: string };
