import type { Check, Problem, SourceFile } from "./check.js";

const WARNS_ABOVE = 300;
const FAILS_ABOVE = 400;

/** Tables of data, whose length is no complexity. */
const DATA_TABLES: ReadonlySet<string> = new Set([]);

const EXEMPT = /^(migrations|checks\/schema|sdk\/generated)\//;

/** Checks the length of files, which aim at 30 to 150 lines: more than 300 is a warning, more than 400 a fault. */
export function checkFileLength(files: readonly SourceFile[], dataTables: ReadonlySet<string>): Problem[] {
  const problems: Problem[] = [];
  for (const { path, text } of files) {
    if (!/\.(ts|tsx|js|mjs|css|sh)$/.test(path) || EXEMPT.test(path) || dataTables.has(path)) continue;
    const lines = text.replace(/\n$/, "").split("\n").length;
    if (lines > FAILS_ABOVE) problems.push({ path, message: `${lines} lines, more than ${FAILS_ABOVE}` });
    else if (lines > WARNS_ABOVE) {
      problems.push({ path, message: `${lines} lines, more than ${WARNS_ABOVE}`, isWarning: true });
    }
  }
  for (const path of dataTables) {
    if (!files.some((file) => file.path === path)) {
      problems.push({ path: "checks/file-length.ts", message: `names ${path}, which does not exist` });
    }
  }
  return problems;
}

export const fileLength: Check = {
  name: "no file is too long to read",
  run: (files) => checkFileLength(files, DATA_TABLES),
};
