// Measures the files that a browser loads before the first page of the console, and holds their limit. As a
// program with the folder of a build, it fails above the limit; build.mjs calls the same functions.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Limit of the first load in thousands of bytes after brotli (docs/console/design.md). */
const LIMIT_KB = 250;

const isCode = (name) => /\.(?:js|css)$/.test(name);

/**
 * Returns the size in KB of the files that index.html names, and of each file that is loaded later. A file
 * without a brotli version counts uncompressed.
 */
export function loadsOf(folder) {
  const assets = join(folder, "assets");
  const sizeOf = (name) =>
    (statSync(join(assets, `${name}.br`), { throwIfNoEntry: false }) ?? statSync(join(assets, name))).size;
  const kilobytes = (names) => Math.ceil(names.reduce((sum, name) => sum + sizeOf(name), 0) / 1000);
  const document = readFileSync(join(folder, "index.html"), "utf8");
  const first = [...document.matchAll(/assets\/([^"]+\.(?:js|css))"/g)].map(([, name]) => name);
  const later = readdirSync(assets)
    .filter((name) => isCode(name) && !first.includes(name))
    .map((name) => [name, kilobytes([name])]);
  return { first: kilobytes(first), later };
}

/** Returns a sentence if the first load is too large, else null. */
export const tooLarge = ({ first }) =>
  first < LIMIT_KB ? null : `The first load of the console is ${first} KB; it must be under ${LIMIT_KB} KB.`;

if (process.argv[1] === import.meta.filename) {
  const fault = tooLarge(loadsOf(process.argv[2]));
  if (fault !== null) {
    process.stderr.write(`${fault}\n`);
    process.exitCode = 1;
  }
}
