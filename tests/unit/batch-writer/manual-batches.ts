import { Batches, type BatchesOptions, type Outcome } from "../../../engines/batch-writer/index.js";
import { ManualScheduler } from "./manual-scheduler.js";

export const LIMITS = { requests: 3, weight: 100, running: 2, patienceMs: 1000 };

interface Run {
  key: string;
  requests: readonly string[];
  end(outcomes?: readonly Outcome<string>[]): Promise<void>;
  fail(error: unknown): Promise<void>;
}

/** Batches of texts. A text `a:…` has the subject `a`; one that ends with `#50` weighs 50. */
export function begin(options: Partial<BatchesOptions<string, string>> = {}) {
  const scheduler = new ManualScheduler();
  const runs: Run[] = [];
  const batches = new Batches<string, string>({
    write(key, requests) {
      const done = Promise.withResolvers<readonly Outcome<string>[]>();
      runs.push({
        key,
        requests,
        end(outcomes = requests.map((each) => ({ value: `${each} done` }))) {
          done.resolve(outcomes);
          return scheduler.rest();
        },
        fail(error) {
          done.reject(error);
          return scheduler.rest();
        },
      });
      return done.promise;
    },
    isUndone: (error) => error === UNDONE,
    limits: LIMITS,
    subjectOf: (request) => /^(.+):/.exec(request)?.[1] ?? null,
    weightOf: (request) => Number(/#(\d+)$/.exec(request)?.[1] ?? 0),
    scheduler,
    ...options,
  });
  const told: string[] = [];
  const submit = (...requests: string[]) => {
    for (const request of requests)
      batches.submit("key", request).then(
        (value) => told.push(value),
        (error: unknown) => told.push(`${request} failed: ${(error as Error).message}`),
      );
  };
  const asked = () => runs.map(({ requests }) => requests.join());
  const run = (at: number): Run => {
    const found = runs[at];
    if (found === undefined) throw new Error(`There is no batch ${at}.`);
    return found;
  };
  return { batches, scheduler, submit, told, asked, run };
}

/** The error of a batch that has certainly changed nothing. */
export const UNDONE = new Error("rolled back");
