// Compiles the sources into dist, and does nothing where dist is up to date. It compiles beside dist and then replaces dist: a
// deleted source leaves no stale file, and a process that runs from dist, or builds at the same time, never reads half of a
// build. The compiler begins with a copy of the previous build, and compiles only what has changed since.
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
/** File in dist with the stamp of its sources. */
const STAMP = ".made-from";
const IS_SOURCE = /\.(?:ts|json)$/;
/** File in dist with the compiler's record of its last run. Its paths are relative to itself, so that it moves with dist. */
const MEMORY = ".compiler.tsbuildinfo";
/** Pattern of a compiled file, its types or its map. */
const IS_MADE = /\.(?:d\.ts|js)(?:\.map)?$/;
/** Folders of the root without sources. Of the console, which has a build of its own, unit tests compile what they import. */
const WITHOUT = new Set(["node_modules", "data", "docs"]);
/** Pattern of the folder of a build by the process with this id. */
const BUILD = /^\.dist-(\d+)/;

/** Returns a stamp of the sources and the compiler, from their names, sizes and times. */
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

/** Moves a folder. Returns false where there is none, or another one is in its place. */
function move(from, to) {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (["ENOENT", "ENOTEMPTY", "EEXIST"].includes(error.code)) return false;
    throw error;
  }
}

/** Removes folders of builds that did not end. */
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

/**
 * Copies the previous build without the files that have no source any more. Copies nothing where the compiler could not use it.
 */
function beginWith(folder) {
  if (!existsSync(join(DIST, MEMORY))) return;
  try {
    cpSync(DIST, folder, { recursive: true, preserveTimestamps: true });
  } catch {
    // Another build has put its result in the place of this one.
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
    // Another build may be faster.
    for (let isThere = stampOf(DIST) === wanted; !isThere;) {
      remove(before);
      move(DIST, before);
      isThere = move(made, DIST);
    }
  } catch (error) {
    // The compiler has printed what is wrong.
    if (error.status === undefined) throw error;
    process.exitCode = 1;
  } finally {
    remove(made);
    remove(before);
  }
}
