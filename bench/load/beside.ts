import { performance } from "node:perf_hooks";
import { Connection, requestBytes } from "./connection.js";

/** Sends GETs one after the other until the work is over. Returns their durations in ms. Throws what the work throws. */
export async function beside(
  url: string,
  headers: Readonly<Record<string, string>>,
  work: Promise<unknown>,
): Promise<number[]> {
  const connection = await Connection.open(url);
  const request = requestBytes(url, "GET", headers);
  const took: number[] = [];
  const state = { isOver: false };
  const ended = work.finally(() => (state.isOver = true));
  try {
    while (!state.isOver) {
      const started = performance.now();
      await connection.send(request);
      took.push(performance.now() - started);
    }
  } finally {
    connection.close();
    await ended;
  }
  return took;
}
