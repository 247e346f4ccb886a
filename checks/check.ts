/** One file of the repository. `text` is empty for binary files. */
export interface SourceFile {
  /** From the root, with slashes. */
  path: string;
  text: string;
}

/** What a check found. A warning is shown and fails nothing. */
export interface Problem {
  path: string;
  line?: number;
  message: string;
  isWarning?: true;
}

/** A rule of the house over the files of the repository; pure, so that its tests can show it failing. */
export interface Check {
  /** What holds when it finds nothing. */
  name: string;
  run(files: readonly SourceFile[]): Problem[] | Promise<Problem[]>;
}

export const textOf = (files: readonly SourceFile[], path: string): string | null =>
  files.find((file) => file.path === path)?.text ?? null;

/** Every match of a pattern, with its line. The pattern needs the flag g. */
export function matches(text: string, pattern: RegExp): { line: number; match: RegExpMatchArray }[] {
  return [...text.matchAll(pattern)].map((match) => ({
    line: text.slice(0, match.index).split("\n").length,
    match,
  }));
}
