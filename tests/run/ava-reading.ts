import { dirname } from "node:path";
import { FailureReading, type Failure } from "./failures.js";
import { END, type Group, labelOf } from "./together/write-groups.js";

export interface FileCount {
  passed: number;
  failed: number;
  skipped: number;
}

/** Pattern of the prefix that AVA writes before the titles of a group's tests (declare-file.ts). */
const GROUP = /(?:groups › )?(?:[\w-]+ › )?group-\d+ › /;

/** Returns the files by the labels with which AVA begins the titles of their tests: the path below the folder that all files share, and nothing for a single file. */
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

/** Replaces the label of each group by those of its members. */
function withMembers(labels: Map<string, string>, groups: readonly Group[]): Map<string, string> {
  for (const [label, file] of labels) {
    const group = groups.find((each) => each.file === file);
    if (!group) continue;
    labels.delete(label);
    for (const member of group.members)
      labels.set(label === "" ? labelOf(member) : `${label} › ${labelOf(member)}`, member);
  }
  return labels;
}

/**
 * Reads AVA's own report line by line, counts the tests that passed and failed for each file, and drops the lines about tests
 * that passed. `groups` are files that run others (together/).
 */
export class AvaReading {
  readonly #labels: Map<string, string>;
  readonly #groups: readonly Group[];
  readonly counts = new Map<string, FileCount>();
  readonly #failures = new FailureReading();
  #wasBlank = true;
  #isBesidePass = false;

  constructor(files: readonly string[], groups: readonly Group[] = []) {
    this.#groups = groups;
    this.#labels = withMembers(labelsOf([...files, ...groups.map(({ file }) => file)]), groups);
    for (const file of [...files, ...groups.flatMap(({ members }) => members)].toSorted())
      this.counts.set(file, { passed: 0, failed: 0, skipped: 0 });
  }

  #count(title: string): FileCount {
    return this.#of(this.#fileOf(title));
  }

  #fileOf(title: string): string {
    let found = "";
    for (const label of this.#labels.keys()) {
      if (label.length >= found.length && (label === "" || title.startsWith(`${label} › `))) found = label;
    }
    return this.#labels.get(found) ?? "(no file)";
  }

  #of(file: string): FileCount {
    const known = this.counts.get(file);
    if (known) return known;
    const fresh: FileCount = { passed: 0, failed: 0, skipped: 0 };
    this.counts.set(file, fresh);
    return fresh;
  }

  /** Reads one line of the report. Returns the line to print, or null when the line is not printed. */
  read(line: string): string | null {
    const passed = /^ {2}✔ (.*)$/.exec(line)?.[1];
    if (passed !== undefined) {
      if (!passed.replace(/ \([\d.]+m?s\)$/, "").endsWith(` › ${END}`)) this.#count(passed).passed += 1;
      this.#isBesidePass = true;
      this.#failures.over();
      return null;
    }
    // AVA prints the log of a passing test below it, with a deeper indent.
    if (this.#isBesidePass && /^ {4}/.test(line)) return null;
    this.#isBesidePass = false;

    const failed = /^\s*✘ \[[a-z ]+\]: (.*)$/.exec(line)?.[1];
    // A test that had not ended when the time was over or the process ended.
    const pending = /^ {2}◌ (.*)$/.exec(line)?.[1];
    const skipped = /^ {2}- \[(?:skip|todo)\] (.*)$/.exec(line)?.[1];
    if (failed !== undefined) {
      this.#count(failed).failed += 1;
      this.#failures.test(this.#fileOf(failed), this.#withoutGroup(failed));
    } else if (skipped !== undefined) this.#count(skipped).skipped += 1;
    else if (pending !== undefined) {
      this.#count(pending).failed += 1;
      this.#failures.fault(this.#fileOf(pending), `${this.#withoutGroup(pending)} (it had not ended)`);
    } else if (/^\s*✘ (?!Timed out)/.test(line)) {
      this.#of(this.#fileIn(line)).failed += 1;
      this.#failures.fault(this.#fileIn(line), line.replace(/^\s*✘ /, ""));
    } else if (/^ {2}(Uncaught exception|Unhandled rejection) in /.test(line)) {
      this.#failures.fault(this.#fileIn(line), line.trim());
    } else if (line === "  ─") this.#failures.rule();
    else this.#failures.line(this.#withoutGroup(line));

    // The separators and sums of AVA's report are not printed, because our own report has sums.
    if (/^ {2}(─|\d+ tests? (passed|failed))$/.test(line)) return null;
    const isBlank = line.trim() === "";
    if (isBlank && this.#wasBlank) return null;
    this.#wasBlank = isBlank;
    return this.#withoutGroup(line);
  }

  #withoutGroup(line: string): string {
    return this.#groups.length === 0 ? line : line.replace(GROUP, "");
  }

  /** Returns the failures after the end of the run, also those of files for which AVA printed no reason. */
  failures(): Failure[] {
    const silent = [...this.counts]
      .filter(([file, { failed }]) => failed > 0 && !this.#failures.all.some((each) => each.file === file))
      .map(([file]) => ({ file, title: this.#silence(file), lines: [] }));
    return [...this.#failures.all.filter(({ file }) => (this.counts.get(file)?.failed ?? 0) > 0), ...silent];
  }

  #silence(file: string): string {
    if (this.notRun().includes(file))
      return "It never ran: an earlier file ended the process that they share, or did not end itself.";
    return "It failed, and AVA's report does not say why.";
  }

  /** Returns the file that a line is about. A line about a group is about its running member, or about the last one. */
  #fileIn(line: string): string {
    const group = this.#groups.find(({ file }) => line.includes(file));
    if (group) return group.unfinished()[0] ?? group.members.at(-1) ?? "(no file)";
    return [...this.counts.keys()].find((file) => line.includes(file)) ?? "(no file)";
  }

  /** Returns the members of groups that never ran, because an earlier one ended the process or did not end itself. */
  notRun(): string[] {
    return this.#groups.flatMap((group) => group.unfinished().slice(1));
  }

  /** Ends the report and returns the sums. AVA's exit code counts as a failure when no line told of one. */
  end(exitCode: number): FileCount {
    for (const file of this.#groups.flatMap((group) => group.unfinished())) {
      const count = this.#of(file);
      if (count.failed === 0) count.failed = 1;
    }
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
