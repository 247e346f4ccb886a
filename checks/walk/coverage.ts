import { Session } from "node:inspector/promises";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";

/** Source files that ran, as paths from the root of the repository, each with its functions that were called. */
export type Ran = Map<string, Set<string>>;

const DIST = fileURLToPath(new URL("../..", import.meta.url));
/** Pattern of the product's files. Code that prepares and sends the requests is not counted. */
const OURS = /^(?!checks\/|tests\/|bench\/)/;

/**
 * Counts the functions of the product that run, by V8's precise coverage. It counts the whole process, so only one may run at a
 * time.
 */
export class Coverage {
  readonly #session = new Session();

  async begin(): Promise<void> {
    this.#session.connect();
    await this.#session.post("Profiler.enable");
    await this.#session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  }

  /** Returns the functions that run while `act` does. */
  async during(act: () => Promise<unknown>): Promise<Ran> {
    await this.#session.post("Profiler.takePreciseCoverage");
    await act();
    const { result } = await this.#session.post("Profiler.takePreciseCoverage");
    const ran: Ran = new Map();
    for (const { url, functions } of result) {
      if (!url.startsWith("file:")) continue;
      const path = relative(DIST, fileURLToPath(url)).replace(/\.js$/, ".ts");
      if (path.startsWith("..") || !OURS.test(path)) continue;
      const called = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0);
      if (called.length > 0)
        ran.set(
          path,
          new Set(called.map(({ functionName, ranges }) => `${functionName}@${ranges[0]?.startOffset}`)),
        );
    }
    return ran;
  }

  end(): void {
    this.#session.disconnect();
  }
}

/** Returns what ran for the request, without what also runs in an equal time without a request, such as timers. */
export function without(ran: Ran, idle: Ran): Ran {
  const left: Ran = new Map();
  for (const [path, functions] of ran) {
    const own = [...functions].filter((name) => idle.get(path)?.has(name) !== true);
    if (own.length > 0) left.set(path, new Set(own));
  }
  return left;
}

/** Returns what ran each time, without what timers and other work did beside one of the times. */
export function always(times: readonly Ran[]): Ran {
  const [first, ...others] = times;
  const kept: Ran = new Map();
  for (const [path, functions] of first ?? []) {
    const each = [...functions].filter((name) => others.every((ran) => ran.get(path)?.has(name)));
    if (each.length > 0) kept.set(path, new Set(each));
  }
  return kept;
}
