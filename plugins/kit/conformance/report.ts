/** One thing that was looked at. `detail` says what is wrong, or in a few words what was seen. */
export interface ConformanceCheck {
  name: string;
  ok: boolean;
  detail: string;
}

/** All checks in the order in which they ran; a driver conforms when each is `ok`. */
export type ConformanceReport = readonly ConformanceCheck[];

/** A check from the list of its problems; none means that it passed. */
export const fromProblems = (name: string, problems: readonly string[]): ConformanceCheck => ({
  name,
  ok: problems.length === 0,
  detail: problems.length === 0 ? "as declared" : problems.join("; "),
});

/** A check from a function that throws what is wrong, or gives a few words on what it saw. */
export async function fromRun(name: string, run: () => Promise<string>): Promise<ConformanceCheck> {
  try {
    return { name, ok: true, detail: await run() };
  } catch (error) {
    return { name, ok: false, detail: error instanceof Error ? error.message : String(error) };
  }
}
