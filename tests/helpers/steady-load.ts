/** Requests that go on until they are ended, and what became of them. */
export interface SteadyLoad {
  /** Whoever was not answered with 200, after so many further attempts as were allowed. */
  failures: string[];
  answered: number;
  end(): Promise<void>;
}

/** Asks for an address all the time, several side by side; `attempts` more where a connection breaks. */
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
    while (!ending.signal.aborted) await once(attempts);
  };
  const all = Promise.all(Array.from({ length: sideBySide }, work));
  load.end = async () => {
    ending.abort();
    await all;
  };
  return load;
}
