/** What failed, as it stands in the box at the very end of a run. */
export interface Failure {
  /** Compiled, below the root, or "(no file)". */
  file: string;
  /** Of the test; or what happened to the file. */
  title: string;
  /** The first lines of the error. */
  lines: string[];
}

const MOST_LINES = 10;
/** The first ones of a stack say where; the rest stands in the report above. */
const MOST_STACK_LINES = 3;
const MOST_WIDTH = 160;
const MOST_FAILURES = 60;
/** AVA's excerpt of the source, which the place above it names. */
const EXCERPT = /^\s*\d+: /;
/** Where a stack begins: AVA's sign, or the engine's own. */
const STACK = /^(\s*› |\s+at )/;

/** Reads out of AVA's report what belongs to each failure. */
export class FailureReading {
  readonly all: Failure[] = [];
  #current: Failure | null = null;
  #isInDetails = false;
  readonly #described = new Set<Failure>();
  #told = 0;
  #stack = 0;

  /** A test failed; `told` is its title, and behind it the message. */
  test(file: string, told: string): void {
    this.all.push({ file, title: told, lines: [] });
    // The details come behind the last test.
    this.#current = null;
  }

  /** A test never ended, or something befell a file: what is told next belongs to it. */
  fault(file: string, title: string): void {
    this.#turnTo({ file, title, lines: [] }, true);
  }

  /** AVA's rule: behind the first one, each failed test is told once more, with its error. */
  rule(): void {
    this.#current = null;
    this.#isInDetails = true;
  }

  /** A test passed: nothing more is told of what failed before it. */
  over(): void {
    this.#current = null;
  }

  /** A line that begins nothing known. */
  line(line: string): void {
    const title = line.trim();
    const found = this.#isInDetails && line.startsWith("  ") ? this.#titled(title) : undefined;
    if (found !== undefined) {
      found.title = title;
      this.#described.add(found);
      this.#turnTo(found, false);
    } else this.#add(line);
  }

  #turnTo(failure: Failure, isNew: boolean): void {
    if (isNew) this.all.push(failure);
    this.#current = failure;
    this.#told = 0;
    this.#stack = 0;
  }

  #titled(title: string): Failure | undefined {
    if (title === "") return undefined;
    return this.all.find(
      (each) => !this.#described.has(each) && (each.title === title || each.title.startsWith(`${title} `)),
    );
  }

  #add(line: string): void {
    if (this.#current === null || line.trim() === "" || EXCERPT.test(line)) return;
    const isStack = this.#stack > 0 || STACK.test(line);
    if (isStack ? this.#stack >= MOST_STACK_LINES : this.#told >= MOST_LINES) return;
    if (isStack) this.#stack += 1;
    else this.#told += 1;
    this.#current.lines.push(line.replace(/^ {2}/, ""));
  }
}

const cut = (line: string): string => (line.length > MOST_WIDTH ? `${line.slice(0, MOST_WIDTH - 1)}…` : line);

/** Lines for a box: each file once, below it what failed in it and why. */
export function failureLines(failures: readonly Failure[]): string[] {
  const shown = failures.slice(0, MOST_FAILURES);
  const lines = [...new Set(shown.map(({ file }) => file))].flatMap((file) => [
    file.replace(/^dist\//, "").replace(/\.js(?= |$)/, ".ts"),
    ...shown
      .filter((failure) => failure.file === file)
      .flatMap(({ title, lines: told }) => [`  ✘ ${title}`, ...told.map((line) => `      ${line}`)]),
  ]);
  const more = failures.length - shown.length;
  return [...lines, ...(more > 0 ? [`… and ${more} more`] : [])].map(cut);
}
