import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { ServiceError } from "../../contracts/errors.js";
import type { Signals } from "../cluster/signals.js";

/**
 * Returns a name for the request of this answer. If the client leaves before the answer is complete, a signal
 * with the name tells the process that works on it.
 */
export function nameWaiter(signals: Signals, answer: ServerResponse): string {
  const waiter = randomUUID();
  answer.once("close", () => {
    if (!answer.writableEnded) signals.send("caller.left", { waiter });
  });
  return waiter;
}

/** Runs a call with a signal that aborts when the waiter has left, whichever process served it. */
export async function whileWaited<T>(
  signals: Signals,
  waiter: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const left = new AbortController();
  const stop = signals.on("caller.left", (gone) => {
    if (gone.waiter === waiter) left.abort(new ServiceError("unavailable", "The client left."));
  });
  try {
    return await work(left.signal);
  } finally {
    stop();
  }
}
