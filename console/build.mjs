// Builds the console into console/dist where its sources are new, and does nothing else. A fault is said and does not stop
// a start: Kiln serves its plain pages then. `--strict` makes it one.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { loadsOf, tooLarge } from "./first-load.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const DIST = join(HERE, "dist");
/** In dist: what it was made from. */
const STAMP = ".made-from";

/** What is bundled of the rest of the repository. */
const OUTSIDE = ["../sdk/", "../examples/live-draft/"];

const IS_STRICT = process.argv.includes("--strict");

/** Loaded only where there is something to build. */
const PARTS = ["vite", "@vitejs/plugin-react"];

/** Tells sources and libraries apart by what they hold, so that a copy of dist stays good elsewhere. */
function madeFrom() {
  const hash = createHash("sha256").update(readFileSync(join(HERE, "../package-lock.json")));
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (entry.name !== "dist" && !entry.name.startsWith(".")) walk(path);
      } else hash.update(`${path.slice(HERE.length)}\n`).update(readFileSync(path));
    }
  };
  walk(HERE);
  for (const folder of OUTSIDE) walk(join(HERE, folder));
  return hash.digest("hex");
}

function stamp() {
  try {
    return readFileSync(join(DIST, STAMP), "utf8");
  } catch {
    return null;
  }
}

async function make(wanted) {
  // Whoever builds, and be it a test: people get the libraries' forms for production.
  process.env.NODE_ENV = "production";
  const made = join(HERE, `.dist-${process.pid}`);
  try {
    const [{ build }, { default: react }] = await Promise.all(PARTS.map((part) => import(part)));
    await build({
      configFile: false,
      root: HERE,
      base: "/console/",
      logLevel: "warn",
      plugins: [react()],
      build: {
        outDir: made,
        emptyOutDir: true,
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        target: "es2022",
      },
    });
    const assets = join(made, "assets");
    for (const name of readdirSync(assets)) {
      const path = join(assets, name);
      const bytes = readFileSync(path);
      if (statSync(path).size < 1024) continue;
      writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
      writeFileSync(
        `${path}.br`,
        brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
      );
    }
    tellSizes(made);
    writeFileSync(join(made, STAMP), wanted);
    const before = `${made}-before`;
    try {
      renameSync(DIST, before);
    } catch {
      // There was none.
    }
    renameSync(made, DIST);
    rmSync(before, { recursive: true, force: true });
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/** Says what a browser loads at first, and by area, as brotli. With `--strict` a first load that is too large is no build. */
function tellSizes(made) {
  const loads = loadsOf(made);
  const fault = tooLarge(loads);
  if (fault !== null && IS_STRICT) throw new Error(fault);
  const later = loads.later.map(([name, size]) => `${name.replace(/-[^-]{8}\./, ".")} ${size}`);
  process.stdout.write(`Console: ${loads.first} KB at first; later ${later.join(", ")} KB.\n${fault ?? ""}`);
}

const wanted = madeFrom();
if (stamp() !== wanted) {
  try {
    await make(wanted);
  } catch (error) {
    process.stderr.write(`The console was not built; the plain pages are served. ${error.message}\n`);
    if (IS_STRICT) process.exitCode = 1;
  }
}
