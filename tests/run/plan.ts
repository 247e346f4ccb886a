import { matchesGlob } from "node:path";
import { ABOVE_THE_DATABASE } from "./above-the-database.js";
import { WHOLE_ONLY } from "./whole-only.js";
import { LONG_ONLY } from "./long-only.js";
import { ON_MARIADB_ONLY } from "./on-mariadb-only.js";
import { STATEMENTS_ELSEWHERE } from "./statements-elsewhere.js";

const RINGS = ["unit", "service", "http", "hostile", "cluster"] as const;
export type Ring = (typeof RINGS)[number];
export const ENGINES = ["sqlite", "mariadb"] as const;
export type Engine = (typeof ENGINES)[number];
export type Need = "mariadb" | "nats" | "chromium" | "galera";
/** Pairs of lanes, which run one after the other. The lanes of a pair run side by side, and the steps of a lane one after the other. */
export const LANES = [
  ["first", "second"],
  ["alone on SQLite", "alone on MariaDB"],
] as const;
export type Lane = (typeof LANES)[number][number];

/** One AVA run. */
export interface Step {
  name: string;
  ring: Ring;
  engine: Engine;
  needs: readonly Need[];
  lane: Lane;
  /** Number of files that run side by side. */
  atOnce: number;
  /** Number of files that run one after the other in one process (together/form-groups.ts); 1 gives each file a process. */
  together: number;
  /** Compiled test files below dist/. */
  files: readonly string[];
}

export interface PlanOptions {
  /** Ring names, paths, parts of paths or globs; none means everything. */
  filters: readonly string[];
  isLong: boolean;
  /** Whether the files of whole-only.ts, and MariaDB's share of the cases that are dealt to both engines, are left to the whole run. */
  isShort: boolean;
  /** The only engine to run on; null means all engines of each ring. */
  engine: Engine | null;
}

interface Kind {
  name: string;
  ring: Ring;
  engine: Engine;
  needs: readonly Need[];
  lane: Lane;
  atOnce: number;
  together: number;
  /** Part of the name of the kind's files, as in `*.browser.test.ts`. A kind without a suffix has the files without one. */
  suffix?: Suffix;
}

const SUFFIXES = ["browser", "galera"] as const;
type Suffix = (typeof SUFFIXES)[number];

const suffixOf = (file: string): Suffix | undefined =>
  SUFFIXES.find((suffix) => file.endsWith(`.${suffix}.test.js`));

/**
 * The rings, in the order in which a lane runs them. Browser tests run on SQLite only, because what a page shows does not depend on the
 * database. `atOnce` is chosen for a machine with two processors. Files of the service, http and cluster rings wait for most of
 * their time, so two lanes keep the processors busy. A file of the cluster ring starts up to eight processes: with three of them
 * beside three files of the http ring the load average was 25, and a process took minutes to start, so the cluster ring runs two files at once, and browser
 * tests come when it is over: they wait for most of their time, as tests on MariaDB that kill processes do, so three of them run beside four of those. A file of the
 * hostile ring measures how long another account waits, so no other ring runs beside it, and of each engine one file at a time: beside
 * a flood of password hashes an event loop stood still for 2.5 s on a machine whose two processors did the work of one.
 */
const KINDS: readonly Kind[] = [
  { name: "unit", ring: "unit", engine: "sqlite", needs: [], lane: "first", atOnce: 2, together: 30 },
  {
    name: "service on SQLite",
    ring: "service",
    engine: "sqlite",
    needs: [],
    lane: "first",
    atOnce: 2,
    together: 12,
  },
  {
    name: "http on SQLite",
    ring: "http",
    engine: "sqlite",
    needs: [],
    lane: "first",
    atOnce: 3,
    together: 12,
  },
  {
    name: "http in a browser",
    ring: "http",
    engine: "sqlite",
    needs: ["chromium"],
    lane: "first",
    atOnce: 3,
    together: 1,
    suffix: "browser",
  },
  {
    name: "cluster",
    ring: "cluster",
    engine: "mariadb",
    needs: ["mariadb", "nats"],
    lane: "second",
    atOnce: 2,
    together: 1,
  },
  {
    name: "cluster on Galera",
    ring: "cluster",
    engine: "mariadb",
    needs: ["mariadb", "nats", "galera"],
    lane: "second",
    atOnce: 1,
    together: 1,
    suffix: "galera",
  },
  {
    name: "service on MariaDB",
    ring: "service",
    engine: "mariadb",
    needs: ["mariadb"],
    lane: "second",
    atOnce: 2,
    together: 12,
  },
  {
    name: "http on MariaDB",
    ring: "http",
    engine: "mariadb",
    needs: ["mariadb"],
    lane: "second",
    atOnce: 4,
    together: 12,
  },
  {
    name: "hostile on SQLite",
    ring: "hostile",
    engine: "sqlite",
    needs: [],
    lane: "alone on SQLite",
    atOnce: 1,
    together: 1,
  },
  {
    name: "hostile on MariaDB",
    ring: "hostile",
    engine: "mariadb",
    needs: ["mariadb"],
    lane: "alone on MariaDB",
    atOnce: 1,
    together: 1,
  },
];

/** Files that the rings run on SQLite only, and `npm run test:long` on both engines. */
const ON_SQLITE_ONLY: readonly { part: string }[] = [...ABOVE_THE_DATABASE, ...STATEMENTS_ELSEWHERE];

const isLongOnly = (file: string): boolean =>
  file.endsWith(".long.test.js") || LONG_ONLY.some(({ part }) => file.includes(part));

/** Returns a filter as a path of sources. */
const wantedBy = (filter: string): string => filter.replace(/^(\.\/)?(dist\/)?/, "").replace(/\.js$/, ".ts");

/** Returns whether a filter is the path of the file or the end of its path, with or without `.test.ts`. */
function isNamed(file: string, filters: readonly string[]): boolean {
  const path = file.replace(/\.test\.js$/, "");
  return filters.some((filter) => {
    const wanted = wantedBy(filter).replace(/(\.test)?(\.ts)?$/, "");
    return path === wanted || path.endsWith(`/${wanted}`);
  });
}

/** Returns the selected files that do not run, because they are for `--long` and no filter is their own path. */
export const leftToLong = (
  files: readonly string[],
  { filters, isLong }: Pick<PlanOptions, "filters" | "isLong">,
): string[] =>
  files.filter((file) => !isLong && isLongOnly(file) && isSelected(file, filters) && !isNamed(file, filters));

/** Returns the files that a short run leaves to the whole one. */
export const leftToWhole = (files: readonly string[], { isShort }: Pick<PlanOptions, "isShort">): string[] =>
  files.filter((file) => isShort && !isLongOnly(file) && WHOLE_ONLY.some(({ part }) => file.includes(part)));

function isSelected(file: string, filters: readonly string[]): boolean {
  if (filters.length === 0) return true;
  const source = file.replace(/\.js$/, ".ts");
  return filters.some((filter) => {
    const wanted = wantedBy(filter);
    if ((RINGS as readonly string[]).includes(wanted)) return source.startsWith(`tests/${wanted}/`);
    return source.includes(wanted) || matchesGlob(source, wanted) || matchesGlob(source, `tests/${wanted}`);
  });
}

/**
 * Returns the steps that run the test files below dist/ (`tests/<ring>/…test.js`). Without filters the plan has every ring, so that a
 * ring without files is noticed; with filters it has only the files that they select.
 */
export function planSteps(files: readonly string[], options: PlanOptions): Step[] {
  const left = new Set([...leftToLong(files, options), ...leftToWhole(files, options)]);
  const selected = files.filter((file) => isSelected(file, options.filters) && !left.has(file)).toSorted();
  const steps: Step[] = [];
  for (const { suffix, ...kind } of KINDS) {
    if (options.engine !== null && kind.ring !== "unit" && kind.engine !== options.engine) continue;
    const own = selected.filter(
      (file) =>
        file.startsWith(`tests/${kind.ring}/`) &&
        suffixOf(file) === suffix &&
        (kind.engine === "sqlite" ||
          options.isLong ||
          !ON_SQLITE_ONLY.some(({ part }) => file.includes(part))),
    );
    const mayBeEmpty = suffix !== undefined || options.filters.length > 0;
    if (own.length > 0 || !mayBeEmpty) steps.push({ ...kind, files: own });
  }
  return options.isShort ? withoutMariadbShare(steps) : steps;
}

/** Files that also a short run has on both engines: they kill processes at the steps of a job at which money moves. */
const ON_BOTH_IN_SHORT = ["http/crashes/fault-points"];

/** Returns the steps of a short run: files of the http and hostile rings that run on both engines run on SQLite only, except a few. */
function withoutMariadbShare(steps: readonly Step[]): Step[] {
  return steps.flatMap((step) => {
    const other = steps.find(({ ring, engine }) => ring === step.ring && engine === "sqlite");
    if (step.engine === "sqlite" || other === undefined || step.ring === "service") return [step];
    const onSqlite = new Set(filesOnBoth(other));
    const isOnBoth = (file: string) => ON_BOTH_IN_SHORT.some((part) => file.includes(part));
    const files = step.files.filter((file) => isOnBoth(file) || !onSqlite.has(file));
    return files.length === 0 ? [] : [{ ...step, files }];
  });
}

/** Returns the files that a step runs when its ring runs on both engines: files that MariaDB alone proves are not run on SQLite. */
export const filesOnBoth = ({ engine, files }: Step): readonly string[] =>
  engine === "mariadb"
    ? files
    : files.filter((file) => !ON_MARIADB_ONLY.some(({ part }) => file.includes(part)));

/** Returns the test files that no step can run: outside the rings, or with a suffix that their ring does not have. */
export function strays(files: readonly string[]): string[] {
  const planned = new Set(
    planSteps(files, { filters: [], isLong: true, isShort: false, engine: null }).flatMap(
      (step) => step.files,
    ),
  );
  return files.filter((file) => !planned.has(file));
}
