// Compiles what the sources say into dist, and does nothing where it is there already. It is compiled beside dist and then
// put in its place: a deleted source leaves no stale file, and whoever runs from dist, or builds at the same time, never
// meets half of one. The compiler begins with a copy of what was made before, and compiles only what has changed since.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const DIST = join(ROOT, "dist");
/** In dist: what it was made from. */
const STAMP = ".made-from";
const IS_SOURCE = /\.(?:ts|json)$/;
/** In dist: what the compiler remembers of its last run. Its paths are relative to itself, so that it moves with dist. */
const MEMORY = ".compiler.tsbuildinfo";
/** A compiled file, its types or its map. */
const IS_MADE = /\.(?:d\.ts|js)(?:\.map)?$/;
/** Folders of the root without sources. Of the console, which has a build of its own, tests of units compile what they import. */
const WITHOUT = new Set(["node_modules", "data", "docs"]);
/** A build of the process with this id. */
const BUILD = /^\.dist-(\d+)/;

/** Tells sources and compiler apart, by their names, sizes and times. */
function madeFrom() {
  const hash = createHash("sha256");
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        const isMade = entry.name.startsWith(".") || entry.name === "dist";
        const isOther = isMade || (folder === ROOT && WITHOUT.has(entry.name));
        if (!isOther) walk(path);
      } else if (IS_SOURCE.test(entry.name)) {
        const { size, mtimeMs } = statSync(path);
        hash.update(`${path} ${size} ${mtimeMs}\n`);
      }
    }
  };
  walk(ROOT);
  return hash.digest("hex");
}

function stampOf(folder) {
  try {
    return readFileSync(join(folder, STAMP), "utf8");
  } catch {
    return null;
  }
}

/** Moves a folder; false where there is none, or one is in its place. */
function move(from, to) {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (["ENOENT", "ENOTEMPTY", "EEXIST"].includes(error.code)) return false;
    throw error;
  }
}

/** What builds left that were broken off. */
function clearAway() {
  for (const name of readdirSync(ROOT)) {
    const [, pid] = BUILD.exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid)))
      rmSync(join(ROOT, name), { recursive: true, force: true });
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** A copy of what was made before, less what has no source any more; nothing where the compiler would not know it. */
function beginWith(folder) {
  if (!existsSync(join(DIST, MEMORY))) return;
  try {
    cpSync(DIST, folder, { recursive: true, preserveTimestamps: true });
  } catch {
    // Another build has put its own in the place of this one.
    rmSync(folder, { recursive: true, force: true });
    return;
  }
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    const source = join(ROOT, relative(folder, path));
    const isStale = IS_MADE.test(entry.name)
      ? !existsSync(source.replace(IS_MADE, ".ts"))
      : entry.isFile() && entry.name.endsWith(".json") && !existsSync(source);
    if (isStale) rmSync(path);
  }
}

const wanted = madeFrom();
if (stampOf(DIST) !== wanted) {
  clearAway();
  const made = join(ROOT, `.dist-${process.pid}`);
  const before = `${made}-before`;
  const remove = (folder) => rmSync(folder, { recursive: true, force: true });
  try {
    beginWith(made);
    const memory = ["--incremental", "--tsBuildInfoFile", join(made, MEMORY)];
    const compiler = join(ROOT, "node_modules/.bin/tsc");
    execFileSync(compiler, ["-p", ROOT, "--outDir", made, ...memory], { stdio: "inherit" });
    writeFileSync(join(made, STAMP), wanted);
    // somebody else may be faster
    for (let isThere = stampOf(DIST) === wanted; !isThere;) {
      remove(before);
      move(DIST, before);
      isThere = move(made, DIST);
    }
  } catch (error) {
    // the compiler has said what is wrong
    if (error.status === undefined) throw error;
    process.exitCode = 1;
  } finally {
    remove(made);
    remove(before);
  }
}
