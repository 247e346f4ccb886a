import { setTimeout as sleep } from "node:timers/promises";
import { IS_LONG } from "./is-long.js";
import { isInRings } from "./of-rings.js";

/** Requests that go on until they are ended, with their outcomes. */
export interface SteadyLoad {
  /** Requests that were not answered with 200 after all allowed attempts. */
  failures: string[];
  answered: number;
  end(): Promise<void>;
}

/**
 * One of the callers rests for a moment only, so that it meets nearly each moment of a restart. The others keep several requests
 * under way. Without a rest eight callers would take both processors from the processes under test. In the rings all rest longer,
 * because their requests are most of the cost of such a file beside its starts.
 */
const [BUSY_REST_MS, REST_MS] = IS_LONG ? [5, 200] : isInRings() ? [40, 400] : [20, 200];

/** Sends a request again and again, several side by side, with `attempts` more where a connection breaks. */
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
