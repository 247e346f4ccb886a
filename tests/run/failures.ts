/** A failure as the box at the end of a run shows it. */
export interface Failure {
  /** Path of the compiled file below the root, or "(no file)". */
  file: string;
  /** Title of the test, or a sentence about what happened to the file. */
  title: string;
  /** The first lines of the error. */
  lines: string[];
}

const MOST_LINES = 10;
/** Lines of a stack that the box shows. The report above it has all of them. */
const MOST_STACK_LINES = 3;
const MOST_WIDTH = 160;
const MOST_FAILURES = 60;
/** Pattern of a line in AVA's excerpt of the source, which the box leaves out. */
const EXCERPT = /^\s*\d+: /;
/** Pattern of the first line of a stack, as AVA or V8 prints it. */
const STACK = /^(\s*› |\s+at )/;

/** Collects the lines of AVA's report that belong to each failure. */
export class FailureReading {
  readonly all: Failure[] = [];
  #current: Failure | null = null;
  #isInDetails = false;
  readonly #described = new Set<Failure>();
  #told = 0;
  #stack = 0;

  /** Notes a test that failed; `told` is its title, followed by the message. */
  test(file: string, told: string): void {
    this.all.push({ file, title: told, lines: [] });
    // AVA prints the details after the last test.
    this.#current = null;
  }

  /** Notes a test that did not end, or a fault of a file. The next lines belong to it. */
  fault(file: string, title: string): void {
    this.#turnTo({ file, title, lines: [] }, true);
  }

  /** Notes AVA's separator. After the first one AVA prints each failed test once more, with its error. */
  rule(): void {
    this.#current = null;
    this.#isInDetails = true;
  }

  /** Notes a test that passed: the lines about the failure before it have ended. */
  over(): void {
    this.#current = null;
  }

  /** Takes any other line of the report. */
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

/** Returns the lines of the box: each file once, and below it its failures with their reasons. */
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
