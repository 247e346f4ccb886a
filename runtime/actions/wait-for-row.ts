import { AutoResetEvent } from "../concurrency/auto-reset-event.js";
import type { Host } from "../process/host.js";

const READ_MS = 2000;

/** A wait for a row at the edge, where a call may last longer than in the areas. */
export interface RowWait<T> {
  /** Reads the row again and returns null when it is gone. */
  read(): Promise<T | null>;
  isOver(row: T): boolean;
  /** Calls `wake` when the row may have changed, until the returned function is called. */
  onChange(wake: () => void): () => void;
  longestMs: number;
}

/**
 * Reads a row again on its signal and every 2 s. Returns the row as soon as it is over, the time is up or the
 * process drains, and null once the row is gone. Throws the signal's reason.
 */
export async function waitForRow<T>(
  { draining }: Pick<Host, "draining">,
  { read, isOver, onChange, longestMs }: RowWait<T>,
  signal: AbortSignal,
): Promise<T | null> {
  const wakeUp = new AutoResetEvent();
  const wake = () => wakeUp.set();
  const stop = onChange(wake);
  signal.addEventListener("abort", wake);
  draining.addEventListener("abort", wake);
  const until = Date.now() + longestMs;
  try {
    for (;;) {
      signal.throwIfAborted();
      wakeUp.takeSignal();
      const isLast = Date.now() >= until || draining.aborted;
      const row = await read();
      if (row === null || isOver(row) || isLast) return row;
      await wakeUp.wait(Math.min(READ_MS, until - Date.now()));
    }
  } finally {
    stop();
    signal.removeEventListener("abort", wake);
    draining.removeEventListener("abort", wake);
  }
}
