import type { Check, Problem, SourceFile } from "./check.js";

const DRAWERS = new Set(["util", "utils", "helper", "helpers", "common", "shared", "lib", "libs", "misc"]);
const ALLOWED = "tests/helpers/";

/** Refuses folders that are drawers: code that two areas need is a concept and gets a noun. */
export function checkDrawers(files: readonly SourceFile[]): Problem[] {
  const problems: Problem[] = [];
  for (const { path } of files) {
    if (path.startsWith(ALLOWED)) continue;
    const drawer = path
      .split("/")
      .slice(0, -1)
      .find((name) => DRAWERS.has(name.toLowerCase()));
    if (drawer !== undefined)
      problems.push({ path, message: `lies in a drawer named "${drawer}": name the concept` });
  }
  return problems;
}

export const drawers: Check = { name: "no folder is a drawer", run: checkDrawers };
