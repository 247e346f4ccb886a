/**
 * `npm run walk -- publish generation cold-list warm-list` counts the files and functions of the product that a request runs
 * through, by V8's coverage. Without a name it takes all walks and writes the table of ARCHITECTURE.md. With `--files` it prints
 * each file with its functions.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { REPOSITORY } from "../repository.js";
import { Coverage } from "./coverage.js";
import { openDeployment } from "./open-deployment.js";
import { takeWalk, type Walked } from "./take-walk.js";
import { WALKS } from "./walks.js";
import { withTable } from "./table.js";

const words = process.argv.slice(2);
const names = words.filter((word) => !word.startsWith("--"));
const unknown = names.filter((name) => !WALKS.some((walk) => walk.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no walk ${unknown.join(", ")}. Walks: ${WALKS.map(({ name }) => name).join(", ")}.`,
  );
  process.exit(2);
}

function print({ name, files, functions, hops, ran }: Walked): void {
  console.log(`${name}: ${files} files, ${functions} functions, ${hops} hops`);
  if (!words.includes("--files")) return;
  for (const path of [...ran.keys()].toSorted()) console.log(`    ${path}: ${namesIn(ran.get(path) ?? [])}`);
}

/** Returns function names without their positions. `()` is a function without a name. */
const namesIn = (functions: Iterable<string>): string =>
  [...functions].map((each) => each.replace(/@.*/, "") || "()").join(", ");

const coverage = new Coverage();
await coverage.begin();
const deployment = await openDeployment();
const walked: Walked[] = [];
try {
  for (const walk of WALKS)
    if (names.length === 0 || names.includes(walk.name)) {
      const result = await takeWalk(walk, deployment, coverage);
      walked.push(result);
      print(result);
    }
} finally {
  await deployment.close();
  coverage.end();
}
if (names.length === 0) {
  const page = join(REPOSITORY, "ARCHITECTURE.md");
  writeFileSync(page, withTable(readFileSync(page, "utf8"), walked));
}
process.exit(0);
