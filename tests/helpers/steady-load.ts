import { setTimeout as sleep } from "node:timers/promises";

/** Requests that go on until they are ended, and what became of them. */
export interface SteadyLoad {
  /** Whoever was not answered with 200, after so many further attempts as were allowed. */
  failures: string[];
  answered: number;
  end(): Promise<void>;
}

/**
 * Each of several side by side rests for so long between two requests. With eight of them that is up to 40 requests a second,
 * which meets each moment of a restart; without a rest they would take both processors from the processes that they ask.
 */
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
  const work = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      await once(attempts);
      await sleep(REST_MS);
    }
  };
  const all = Promise.all(Array.from({ length: sideBySide }, work));
  load.end = async () => {
    ending.abort();
    await all;
  };
  return load;
}
