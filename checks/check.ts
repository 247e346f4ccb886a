/** File of the repository. `text` is empty for binary files. */
export interface SourceFile {
  /** Path from the root, with slashes. */
  path: string;
  text: string;
}

/** Finding of a check. A warning is shown and fails nothing. */
export interface Problem {
  path: string;
  line?: number;
  message: string;
  isWarning?: true;
}

/** Rule of the house over the files of the repository. It is pure, so that its tests can show it failing. */
export interface Check {
  /** Sentence that is true when the check finds nothing. */
  name: string;
  run(files: readonly SourceFile[]): Problem[] | Promise<Problem[]>;
}

export const textOf = (files: readonly SourceFile[], path: string): string | null =>
  files.find((file) => file.path === path)?.text ?? null;

/** Returns every match of a pattern with its line. The pattern needs the flag g. */
export function matches(text: string, pattern: RegExp): { line: number; match: RegExpMatchArray }[] {
  return [...text.matchAll(pattern)].map((match) => ({
    line: text.slice(0, match.index).split("\n").length,
    match,
  }));
}
