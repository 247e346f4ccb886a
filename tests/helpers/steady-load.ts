import { setTimeout as sleep } from "node:timers/promises";
import { IS_LONG } from "./is-long.js";

/** Requests that go on until they are ended, and what became of them. */
export interface SteadyLoad {
  /** Whoever was not answered with 200, after so many further attempts as were allowed. */
  failures: string[];
  answered: number;
  end(): Promise<void>;
}

/**
 * One of those who ask rests for a moment only, so that it meets nearly each moment of a restart; the others are there so that
 * several are under way at once. Without a rest eight of them would take both processors from the processes that they ask; in the rings
 * the one rests longer too, for its requests are most of what such a file takes.
 */
const BUSY_REST_MS = IS_LONG ? 5 : 20;
const REST_MS = 200;

/** Asks for an address again and again, several side by side; `attempts` more where a connection breaks. */
export function steadyLoad(
  ask: () => Promise<Response>,
  { sideBySide = 8, attempts = 0 }: { sideBySide?: number; attempts?: number } = {},
): SteadyLoad {
  const load: SteadyLoad = { failures: [], answered: 0, end: async () => {} };
  const ending = new AbortController();
  const once = async (left: number): Promise<void> => {
    try {
      const answer = await ask();
      await answer.text();
      if (answer.status === 200) load.answered += 1;
      else load.failures.push(String(answer.status));
    } catch (error) {
      if (left > 0) return once(left - 1);
      load.failures.push(String((error as Error).cause ?? error));
    }
  };
  const work = async (restMs: number): Promise<void> => {
    while (!ending.signal.aborted) {
      await once(attempts);
      await sleep(restMs);
    }
  };
  const all = Promise.all(
    Array.from({ length: sideBySide }, (_, at) => work(at === 0 ? BUSY_REST_MS : REST_MS)),
  );
  load.end = async () => {
    ending.abort();
    await all;
  };
  return load;
}
