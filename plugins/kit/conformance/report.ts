/** The result of one check. `detail` says what is wrong, or in a few words what was seen. */
export interface ConformanceCheck {
  name: string;
  ok: boolean;
  detail: string;
}

/** The results of all checks in their order; a driver conforms if each is `ok`. */
export type ConformanceReport = readonly ConformanceCheck[];

/** Returns the result of a check from its problems; without any it passed. */
export const fromProblems = (name: string, problems: readonly string[]): ConformanceCheck => ({
  name,
  ok: problems.length === 0,
  detail: problems.length === 0 ? "as declared" : problems.join("; "),
});

/**
 * Resolves to the result of a check by a function that throws what is wrong, or returns a few words on what
 * it saw.
 */
export async function fromRun(name: string, run: () => Promise<string>): Promise<ConformanceCheck> {
  try {
    return { name, ok: true, detail: await run() };
  } catch (error) {
    return { name, ok: false, detail: error instanceof Error ? error.message : String(error) };
  }
}
