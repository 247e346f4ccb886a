import { Session } from "node:inspector/promises";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";

/** What ran: source files from the root of the repository, each with the functions of it that were called. */
export type Ran = Map<string, Set<string>>;

const DIST = fileURLToPath(new URL("../..", import.meta.url));
/** What prepares and asks is not what is walked. */
const OURS = /^(?!checks\/|tests\/|bench\/)/;

/** Counts which functions of the product run, by V8's precise coverage; process-wide, so one at a time. */
export class Coverage {
  readonly #session = new Session();

  async begin(): Promise<void> {
    this.#session.connect();
    await this.#session.post("Profiler.enable");
    await this.#session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  }

  /** The functions that run while `act` does. */
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

/** What ran for the request: without what runs as well whenever nothing is asked for as long, such as timers. */
export function without(ran: Ran, idle: Ran): Ran {
  const left: Ran = new Map();
  for (const [path, functions] of ran) {
    const own = [...functions].filter((name) => idle.get(path)?.has(name) !== true);
    if (own.length > 0) left.set(path, new Set(own));
  }
  return left;
}

/** What ran each time: what timers and other work did beside one of the times is left out. */
export function always(times: readonly Ran[]): Ran {
  const [first, ...others] = times;
  const kept: Ran = new Map();
  for (const [path, functions] of first ?? []) {
    const each = [...functions].filter((name) => others.every((ran) => ran.get(path)?.has(name)));
    if (each.length > 0) kept.set(path, new Set(each));
  }
  return kept;
}
