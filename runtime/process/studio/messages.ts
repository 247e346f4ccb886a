/** A work as it is sent to a process of the studio. */
export interface Order {
  /** The address of the module whose export `work` does the work. */
  script: string;
  data: unknown;
}

export interface ScriptContext {
  signal: AbortSignal;
  /** Reports the progress of the work from 0 to 1. */
  progress(fraction: number): void;
}

/**
 * The type of the export `work` of a script's module. Its result is sent between processes, so it must be
 * JSON.
 */
export type Script = (data: never, context: ScriptContext) => Promise<unknown>;

/** A report of a process while its work is under way. */
export interface Meanwhile {
  progress: number;
}

export type Answer =
  | { isDone: true; value: unknown }
  | { isDone: false; fault: "refused" | "failed"; message: string };
