// Builds the console into console/dist if its sources or libraries changed since the last build. A failed
// build is reported and does not stop the start of Kiln, which then serves its plain pages; with `--strict`
// the process fails.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { loadsOf, tooLarge } from "./first-load.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const DIST = join(HERE, "dist");
/** The file in dist that holds the hash of the sources of the build. */
const STAMP = ".made-from";

/** The folders outside of the console whose code is bundled. */
const OUTSIDE = ["../sdk/", "../examples/live-draft/"];

const IS_STRICT = process.argv.includes("--strict");

/** The build tools, which are imported only if there is something to build. */
const PARTS = ["vite", "@vitejs/plugin-react"];

/**
 * Returns the bundler's options that collect the import circles of Kiln's own files. The lint rule
 * `import/no-cycle` misses them, because oxlint does not resolve an import of `.js` to a `.tsx` file.
 */
const noting = (circles) => ({
  checks: { circularDependency: true },
  onLog: (level, log, report) => {
    if (log.code !== "CIRCULAR_DEPENDENCY") report(level, log);
    else if (!log.ids.some((id) => id.includes("node_modules"))) circles.push(log.message);
  },
});

/** Returns a hash of the sources and of the lock file by their content, so that a copied dist stays valid. */
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
  // The libraries' production variants are bundled even if a test runs the build.
  process.env.NODE_ENV = "production";
  const made = join(HERE, `.dist-${process.pid}`);
  try {
    const [{ build }, { default: react }] = await Promise.all(PARTS.map((part) => import(part)));
    const circles = [];
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
        rolldownOptions: noting(circles),
      },
    });
    if (IS_STRICT && circles.length > 0) throw new Error(circles.join(""));
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
      // A first build has no earlier dist.
    }
    renameSync(made, DIST);
    rmSync(before, { recursive: true, force: true });
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/**
 * Prints the brotli sizes of the first load and of each later file. With `--strict`, throws if the first load
 * is too large.
 */
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
