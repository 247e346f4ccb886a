import { matches, type Check, type Problem, type SourceFile } from "./check.js";

const PATHS = /(?<![\w.$}-])\/(?:work|root|tmp|farm|home|Users)\/[\w.-]+/g;
const REGISTRY = /"resolved":\s*"(?!https:\/\/registry\.npmjs\.org\/)[^"]*"/g;

/** Refuses texts of the machine on which somebody worked: home folders and package mirrors. */
export function checkMachinePaths(files: readonly SourceFile[]): Problem[] {
  const problems: Problem[] = [];
  for (const { path, text } of files) {
    const pattern = path === "package-lock.json" ? REGISTRY : PATHS;
    for (const { line, match } of matches(text, pattern)) {
      problems.push({ path, line, message: `${match[0]} is a path of one machine` });
    }
  }
  return problems;
}

export const machinePaths: Check = { name: "no file names a machine", run: checkMachinePaths };
