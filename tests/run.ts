/**
 * `npm test`: starts what the rings need, runs them all, ends what it started.
 *
 *     npm test [-- [--strict] [--whole] [--again] [--long] [--database=sqlite|mariadb] [--slowest=N] [ring, path, part of a path or glob …]]
 *
 * Without a path these are the rings as CI has them, without the slow proofs of run/whole-only.ts (ADR-0108). `--whole` has those
 * too, and so has a run that is given a path or a database. `--strict` fails when a ring had to be left out. `--again` runs a file that
 * failed once more, alone, and names at the end those that then passed. `--slowest` is how many files the list at the end has, 20 unless
 * told.
 *
 * `--long` adds the files that the rings leave out (*.long.test.ts, LONG_ONLY in run/long-only.ts), every kill and case of those that have
 * a short form, both engines for each file of the rings that have two, full sizes (helpers/is-long.ts) and 10,000 cases a property. It
 * runs before each release (CONTRIBUTING.md). Without it such a file runs, in the sizes of the rings, when its own path is given; those
 * that are selected otherwise are named at the end.
 */
import { globSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { FileCount } from "./run/ava-reading.js";
import { failureLines, type Failure } from "./run/failures.js";
import { stopAll } from "./run/guarded.js";
import { openScratch } from "./run/scratch.js";
import {
  ENGINES,
  filesOnBoth,
  leftToWhole,
  leftToLong,
  planSteps,
  strays,
  type Engine,
  type Need,
  type Step,
} from "./run/plan.js";
import { runAgain } from "./run/run-again.js";
import { type AvaResult, runAva } from "./run/run-ava.js";
import { runLanes } from "./run/run-lanes.js";
import { childrenMs } from "./run/children-ms.js";
import { FileTimes, floorLine, seconds, slowestLines, type FileTime } from "./run/slowest.js";
import { formGroups } from "./run/together/form-groups.js";
import {
  box,
  closingLine,
  fileLines,
  leftOutLines,
  leftToWholeLine,
  leftToLongLine,
  plural,
  type LeftOut,
} from "./run/summary.js";
import { Surroundings } from "./run/surroundings.js";

process.chdir(new URL("../..", import.meta.url).pathname);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    strict: { type: "boolean" },
    whole: { type: "boolean" },
    again: { type: "boolean" },
    long: { type: "boolean" },
    database: { type: "string" },
    slowest: { type: "string", default: "20" },
  },
});
const engine = ENGINES.find((name) => name === values.database) ?? null;
/** Whether the run has the rings as `npm test` and CI have them, without what run/whole-only.ts names. */
const isShort = positionals.length === 0 && engine === null && !values.whole && !values.long;
if (values.database !== undefined && engine === null) {
  console.error(`--database must be ${ENGINES.join(" or ")}, not "${values.database}".`);
  process.exit(2);
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => void stopAll().finally(() => process.exit(130)));
}

// Whatever is started from here on makes its folders there.
const scratch = openScratch();
process.env.TMPDIR = scratch.folder;
process.once("exit", () => scratch.remove());
const surroundings = new Surroundings();
const total: FileCount = { passed: 0, failed: 0, skipped: 0 };
const leftOut: LeftOut[] = [];
let schemaScript: Promise<string> | undefined;
let openApiFile: Promise<string> | undefined;
let sqliteFile: Promise<string> | undefined;
const passedAlone: Failure[] = [];
const failures: Failure[] = [];
const table: string[] = [];
const times: FileTime[] = [];

function add(count: FileCount): void {
  total.passed += count.passed;
  total.failed += count.failed;
  total.skipped += count.skipped;
}

/** Something that no test told is a failure too. */
function failed(where: string, what: string, lines: string[] = []): void {
  console.log(`  ✘ ${where}: ${what}`);
  failures.push({ file: where, title: what, lines });
  total.failed += 1;
}

async function environment(step: Step): Promise<NodeJS.ProcessEnv> {
  const server = step.needs.includes("mariadb") ? await surroundings.get("mariadb") : null;
  const nats = step.needs.includes("nats") ? await surroundings.get("nats") : null;
  const chromium = step.needs.includes("chromium") ? await surroundings.get("chromium") : null;
  return {
    ...process.env,
    NODE_ENV: "test",
    ...(values.long && { KILN_LONG: "1" }),
    KILN_RUNS: process.env.KILN_RUNS ?? (values.long ? "10000" : "100"),
    ...(process.env.CI && { KILN_SEED: process.env.KILN_SEED ?? "20261121" }),
    KILN_TEST_DB: step.engine,
    KILN_TEST_OPENAPI: await (openApiFile ??= makeOpenApiFile()),
    KILN_TEST_SQLITE: await (sqliteFile ??= makeSqliteFile()),
    ...(isShort && { KILN_SHORT: "1" }),
    ...((await isDealt(step)) && { KILN_DEALT: "1" }),
    // What V8 made of a source is kept for the next process that loads it.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? resolve("node_modules/.cache/kiln-compile"),
    ...(server !== null && {
      KILN_TEST_DATABASE_SERVER: server,
      KILN_TEST_SCHEMA: await (schemaScript ??= makeSchemaScript(server)),
    }),
    ...(nats !== null && { KILN_TEST_NATS_URL: nats }),
    ...(chromium !== null && { KILN_CHROMIUM: chromium }),
  };
}

let planned: readonly Step[] = [];

/**
 * Whether the cases of long files are dealt to the engines (helpers/dealt.ts), and files that one engine proves run on that one
 * (run/on-mariadb-only.ts): both run the ring, and it is no long run. A whole run has each file of the service ring on both.
 */
async function isDealt({ ring, needs }: Step): Promise<boolean> {
  if (ring !== "http" && !(ring === "service" && isShort)) return false;
  if (values.long || needs.includes("chromium")) return false;
  if (!planned.some((step) => step.ring === ring && step.engine === "mariadb") || engine !== null)
    return false;
  return (await surroundings.get("mariadb")) !== null;
}

/** Once a run; the entities are loaded only where a server's database is used. */
async function makeSchemaScript(server: string): Promise<string> {
  const { writeSchemaScript } = await import("./run/schema-script.js");
  return writeSchemaScript(server, scratch.folder);
}

/** Once a run: what it takes is what each process of a test would take. */
async function makeOpenApiFile(): Promise<string> {
  const { writeOpenApiFile } = await import("./run/openapi-file.js");
  return writeOpenApiFile(scratch.folder);
}

/** Once a run, as the schema of a server's database. */
async function makeSqliteFile(): Promise<string> {
  const { writeSqliteFile } = await import("./run/sqlite-file.js");
  return writeSqliteFile(scratch.folder);
}

/** A step that has run, before what failed in it runs again. */
interface Ran {
  step: Step;
  first: AvaResult;
  env: NodeJS.ProcessEnv;
  fileTimes: FileTimes;
  ms: number;
}

const ran: Ran[] = [];
/** More than one lane prints: then each line says whose it is. */
let isShared = false;

async function runStep(step: Step): Promise<void> {
  const missing: Need[] = [];
  for (const need of step.needs) if ((await surroundings.get(need)) === null) missing.push(need);
  if (missing.length > 0) {
    leftOut.push({ step, missing });
    return;
  }
  const files = (await isDealt(step)) ? filesOnBoth(step) : step.files;
  // All that was selected is proved on the other engine.
  if (files.length === 0 && step.files.length > 0) return;
  console.log(`\n── ${step.name}: ${plural(files.length, "test file")}`);
  if (files.length === 0) {
    failed(step.name, "This ring has no test.");
    return;
  }
  const started = performance.now();
  const fileTimes = new FileTimes();
  const env = { ...(await environment(step)), KILN_FILE_TIMES: fileTimes.folder, KILN_TURNS: scratch.folder };
  const { alone, groups } = formGroups(files, { most: step.together, atOnce: step.atOnce });
  const first = await runAva({
    files: alone,
    groups,
    atOnce: step.atOnce,
    // One property may take its time over 10,000 cases, and is heard of when it is over.
    silence: values.long ? "40m" : undefined,
    env,
    print: (line) => console.log(isShared && line !== "" ? `${step.name} │ ${line}` : line),
  });
  const ms = performance.now() - started;
  ran.push({ step, first, env, fileTimes, ms });
  if (isShared) console.log(`── ${step.name}: over in ${seconds(ms)} s`);
}

/** When nothing else runs: what failed runs again, and the step is counted and told. */
async function conclude({ step, first, env, fileTimes, ms }: Ran): Promise<void> {
  const second = values.again
    ? await runAgain(first, { env, print: console.log })
    : { ...first, byChance: [] };
  // Files that ran again write there too, so it is read once, and last.
  const stepTimes = fileTimes.take(step.name);
  times.push(...stepTimes);
  const named = (each: Failure): Failure => ({ ...each, file: `${each.file} (${step.name})` });
  failures.push(...second.failures.map(named));
  passedAlone.push(...second.byChance.map(named));
  console.log(`\n── ${step.name}`);
  for (const line of fileLines(second.counts)) console.log(line);
  if (second.total.failed > 0 && first.printed.length > 0) {
    console.log("\n  The last that the test processes printed:");
    for (const line of first.printed) console.log(`  │ ${line}`);
  }
  add(second.total);
  if (second.total.passed + second.total.failed === 0) {
    failed(step.name, "This ring ran no test.");
  }
  const cpuMs = stepTimes.reduce((sum, time) => sum + time.cpuMs, 0);
  const took = `in ${seconds(ms)} s, ${seconds(cpuMs)} s of a processor`;
  table.push(`${step.name.padEnd(20)} ${closingLine(second.total)} ${took}`);
}

async function main(only: Engine | null): Promise<number> {
  const files = globSync("tests/**/*.test.js", { cwd: "dist" });
  const options = { filters: positionals, isLong: values.long ?? false, isShort, engine: only };
  const steps = planSteps(files, options);
  const forLong = leftToLong(files, options);
  const forWhole = leftToWhole(files, options);
  planned = steps;
  const lost = strays(files);
  for (const file of lost) failed(file, "It belongs to no ring, so it would never run.");
  isShared = new Set(steps.map(({ lane }) => lane)).size > 1;
  await runLanes(steps, runStep);
  for (const each of ran.toSorted((a, b) => steps.indexOf(a.step) - steps.indexOf(b.step)))
    await conclude(each);
  for (const line of ["", ...slowestLines(times, Number(values.slowest)), "", ...table]) console.log(line);
  if (positionals.length > 0) console.log(`A part only: ${positionals.join(" ")}`);
  if (forWhole.length > 0) console.log(leftToWholeLine(forWhole));
  if (forLong.length > 0) console.log(leftToLongLine(forLong));
  if (only !== null) console.log(`One engine only: ${only}`);
  if (steps.length === 0) failed("npm test", "Nothing was selected.");
  if (passedAlone.length > 0)
    console.log(box(["FAILED AMONG THE OTHERS, PASSED ALONE:", ...failureLines(passedAlone)]));
  if (leftOut.length > 0) {
    console.log(box(leftOutLines(leftOut)));
    if (values.strict)
      for (const { step } of leftOut) failed(step.name, "It was left out, and --strict fails then.");
  }
  return total.failed === 0 ? 0 : 1;
}

let code = 1;
try {
  code = await main(engine);
} catch (error) {
  console.error(error);
  failed("npm test", "The run was broken off.", String(error).split("\n").slice(0, 10));
} finally {
  await stopAll();
}
console.log(floorLine(childrenMs(), performance.now()));
// What reads only the end of a log finds here what matters.
if (failures.length > 0) console.log(box(["FAILED", ...failureLines(failures)]));
console.log(closingLine(total));
process.exitCode = code;
