import type { Check, Problem, SourceFile } from "./check.js";

const DRAWERS = new Set(["util", "utils", "helper", "helpers", "common", "shared", "lib", "libs", "misc"]);
const ALLOWED = "tests/helpers/";

/** Refuses folders whose name names no concept (utils, common, …): code that two areas need gets a folder named by its concept. */
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
