import { dirname } from "node:path";

export interface FileCount {
  passed: number;
  failed: number;
  skipped: number;
}

/** AVA names a test by its file's path below the folder that all files share, or not at all for one file. */
function labelsOf(files: readonly string[]): Map<string, string> {
  if (files.length < 2) return new Map(files.map((file) => ["", file]));
  const folders = files.map((file) => dirname(file).split("/"));
  const first = folders[0] ?? [];
  let shared = 0;
  while (shared < first.length && folders.every((parts) => parts[shared] === first[shared])) shared += 1;
  return new Map(
    files.map((file) => {
      const parts = file.split("/").slice(shared);
      const name = parts.pop() ?? file;
      const label = name.replace(".test.", ".").replace("test-", "").replace(/\.js$/, "");
      return [[...parts, label].join(" › "), file];
    }),
  );
}

/**
 * Reads AVA's own report line by line: counts what passed and failed for each file, and keeps what a
 * person needs to see, which is all but the tests that passed.
 */
export class AvaReading {
  readonly #labels: Map<string, string>;
  readonly counts = new Map<string, FileCount>();
  #wasBlank = true;
  #isBesidePass = false;

  constructor(files: readonly string[]) {
    this.#labels = labelsOf(files);
    for (const file of files) this.counts.set(file, { passed: 0, failed: 0, skipped: 0 });
  }

  #count(title: string): FileCount {
    let found = "";
    for (const label of this.#labels.keys()) {
      if (label.length >= found.length && (label === "" || title.startsWith(`${label} › `))) found = label;
    }
    return this.#of(this.#labels.get(found) ?? "(no file)");
  }

  #of(file: string): FileCount {
    const known = this.counts.get(file);
    if (known) return known;
    const fresh: FileCount = { passed: 0, failed: 0, skipped: 0 };
    this.counts.set(file, fresh);
    return fresh;
  }

  /** Takes one line of the report. Gives it back when it should be shown, else null. */
  read(line: string): string | null {
    const passed = /^ {2}✔ (.*)$/.exec(line)?.[1];
    if (passed !== undefined) {
      this.#count(passed).passed += 1;
      this.#isBesidePass = true;
      return null;
    }
    // What a passing test logged stands below it, deeper.
    if (this.#isBesidePass && /^ {4}/.test(line)) return null;
    this.#isBesidePass = false;

    const failed = /^\s*✘ \[[a-z ]+\]: (.*)$/.exec(line)?.[1];
    // What had not ended when the time was over, or its process ended.
    const pending = /^ {2}◌ (.*)$/.exec(line)?.[1];
    const skipped = /^ {2}- \[(?:skip|todo)\] (.*)$/.exec(line)?.[1];
    if (failed !== undefined) this.#count(failed).failed += 1;
    else if (skipped !== undefined) this.#count(skipped).skipped += 1;
    else if (pending !== undefined) this.#count(pending).failed += 1;
    else if (/^\s*✘ (?!Timed out)/.test(line)) this.#of(this.#fileIn(line)).failed += 1;

    // The rules and sums of a report that is only a part of ours.
    if (/^ {2}(─|\d+ tests? (passed|failed))$/.test(line)) return null;
    const isBlank = line.trim() === "";
    if (isBlank && this.#wasBlank) return null;
    this.#wasBlank = isBlank;
    return line;
  }

  #fileIn(line: string): string {
    return [...this.counts.keys()].find((file) => line.includes(file)) ?? "(no file)";
  }

  /** The run is over. AVA's exit code decides when it found a fault that no line told. */
  end(exitCode: number): FileCount {
    const sum = () => {
      const total: FileCount = { passed: 0, failed: 0, skipped: 0 };
      for (const count of this.counts.values()) {
        total.passed += count.passed;
        total.failed += count.failed;
        total.skipped += count.skipped;
      }
      return total;
    };
    if (exitCode !== 0 && sum().failed === 0) this.#of("(no file)").failed += 1;
    return sum();
  }
}
