import test, { type ExecutionContext } from "ava";
import type { Hook, RecordedFile } from "./recorded-file.js";
import { END } from "./write-groups.js";

interface Turn {
  /** Resolves when the files before this one have ended. */
  mine: Promise<unknown>;
  begun: () => void;
  ended: () => void;
}

const contextOf = (t: ExecutionContext): object => ({ ...(t.context as object) });

/**
 * Declares the recorded tests and hooks of a file in AVA, with titles that begin with `label`. They wait for the turn of the file and
 * then run in AVA's order: the hooks before all tests, the serial tests one by one, the others at once, the hooks after all tests.
 */
export function declareFile(label: string, file: RecordedFile, turn: Turn): void {
  if (file.fault !== null || file.tests.length === 0) return declareFault(label, file, turn);
  let context: object = {};
  let opening: Promise<void> | undefined;
  const open = async (t: ExecutionContext): Promise<void> => {
    await turn.mine;
    turn.begun();
    for (const hook of file.before) await hook(t);
    context = contextOf(t);
  };
  const ends: Promise<void>[] = [];

  /** Declares a test. Returns a promise that resolves after the test, its own tear-downs and the hooks after it. */
  const declare = (title: string, run: Hook, before: Promise<unknown>): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    test(`${label} › ${title}`, async (t) => {
      let hasBegun = false;
      // Tear-downs run in reverse order, so this one runs last.
      t.teardown(async () => {
        try {
          if (hasBegun) for (const hook of file.afterEach) await hook(t);
        } finally {
          resolve();
        }
      });
      await (opening ??= open(t));
      await before;
      t.context = { ...context };
      hasBegun = true;
      for (const hook of file.beforeEach) await hook(t);
      await run(t);
    });
    ends.push(promise);
    return promise;
  };

  let previous: Promise<unknown> = Promise.resolve();
  for (const { title, run } of file.tests.filter(({ isSerial }) => isSerial))
    previous = declare(title, run, previous);
  for (const { title, run } of file.tests.filter(({ isSerial }) => !isSerial))
    void declare(title, run, previous);

  test(`${label} › ${END}`, async (t) => {
    t.teardown(turn.ended);
    await Promise.all(ends);
    t.context = { ...context };
    for (const hook of file.after) await hook(t);
    t.pass();
  });
}

function declareFault(label: string, { fault }: RecordedFile, { mine, begun, ended }: Turn): void {
  test(`${label} › (loads and declares tests)`, async (t) => {
    t.teardown(ended);
    await mine;
    begun();
    if (fault === null) t.fail("The file declares no test.");
    else throw new Error("The file cannot be loaded.", { cause: fault });
  });
}
