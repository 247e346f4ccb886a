/** The checks of the house over the whole repository. Exit code 1 when one of them fails. */
import { boundedLists } from "./bounded-lists.js";
import { boundaries } from "./boundaries.js";
import type { Check } from "./check.js";
import { compose } from "./compose.js";
import { drawers } from "./drawers.js";
import { fileLength } from "./file-length.js";
import { forbiddenCode } from "./forbidden-code.js";
import { generatedFiles } from "./generated.js";
import { houseTree } from "./house-tree.js";
import { limitsTable } from "./limits-table.js";
import { machinePaths } from "./machine-paths.js";
import { narrowHost } from "./narrow-host.js";
import { readRepository } from "./repository.js";
import { regularExpressions } from "./regular-expressions.js";
import { repositories } from "./repositories.js";
import { rules } from "./rules.js";
import { thinFiles } from "./thin-files.js";

const CHECKS: readonly Check[] = [
  boundaries,
  boundedLists,
  forbiddenCode,
  regularExpressions,
  repositories,
  narrowHost,
  fileLength,
  thinFiles,
  drawers,
  machinePaths,
  houseTree,
  rules,
  compose,
  limitsTable,
  generatedFiles,
];

const files = readRepository();
let failures = 0;
for (const check of CHECKS) {
  const problems = await check.run(files);
  const faults = problems.filter((problem) => !problem.isWarning);
  failures += faults.length;
  console.log(`${faults.length === 0 ? "✔" : "✘"} ${check.name}`);
  for (const { path, line, message, isWarning } of problems) {
    console.log(
      `    ${isWarning ? "warning: " : ""}${path}${line === undefined ? "" : `:${line}`}: ${message}`,
    );
  }
}
if (failures > 0) {
  console.log(`${failures} ${failures === 1 ? "problem" : "problems"}`);
  process.exitCode = 1;
}
