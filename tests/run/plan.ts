import { matchesGlob } from "node:path";

const RINGS = ["unit", "service", "http", "hostile", "cluster"] as const;
export type Ring = (typeof RINGS)[number];
export const ENGINES = ["sqlite", "mariadb"] as const;
export type Engine = (typeof ENGINES)[number];
export type Need = "mariadb" | "nats" | "chromium";

/** One AVA run. */
export interface Step {
  name: string;
  ring: Ring;
  engine: Engine;
  needs: readonly Need[];
  /** Files that run side by side. */
  atOnce: number;
  /** Compiled test files below dist/. */
  files: readonly string[];
}

export interface PlanOptions {
  /** Ring names, paths, parts of paths or globs; none means everything. */
  filters: readonly string[];
  isLong: boolean;
  /** Only this engine; null means each ring on all of its engines. */
  engine: Engine | null;
}

interface Kind {
  name: string;
  ring: Ring;
  engine: Engine;
  needs: readonly Need[];
  atOnce: number;
  isBrowser?: true;
}

/**
 * The rings, in the order in which they run. Pages are seen once: the engine is below what they show. What is at once is
 * for two processors: files of the service, http and cluster rings wait for much of their time, attacks take all there is.
 */
const KINDS: readonly Kind[] = [
  { name: "unit", ring: "unit", engine: "sqlite", needs: [], atOnce: 2 },
  { name: "service on SQLite", ring: "service", engine: "sqlite", needs: [], atOnce: 3 },
  { name: "http on SQLite", ring: "http", engine: "sqlite", needs: [], atOnce: 4 },
  {
    name: "http in a browser",
    ring: "http",
    engine: "sqlite",
    needs: ["chromium"],
    atOnce: 2,
    isBrowser: true,
  },
  { name: "hostile on SQLite", ring: "hostile", engine: "sqlite", needs: [], atOnce: 2 },
  { name: "service on MariaDB", ring: "service", engine: "mariadb", needs: ["mariadb"], atOnce: 3 },
  { name: "http on MariaDB", ring: "http", engine: "mariadb", needs: ["mariadb"], atOnce: 4 },
  { name: "hostile on MariaDB", ring: "hostile", engine: "mariadb", needs: ["mariadb"], atOnce: 2 },
  { name: "cluster", ring: "cluster", engine: "mariadb", needs: ["mariadb", "nats"], atOnce: 3 },
];

function isSelected(file: string, filters: readonly string[]): boolean {
  if (filters.length === 0) return true;
  const source = file.replace(/\.js$/, ".ts");
  return filters.some((filter) => {
    const wanted = filter.replace(/^(\.\/)?(dist\/)?/, "").replace(/\.js$/, ".ts");
    if ((RINGS as readonly string[]).includes(wanted)) return source.startsWith(`tests/${wanted}/`);
    return source.includes(wanted) || matchesGlob(source, wanted) || matchesGlob(source, `tests/${wanted}`);
  });
}

/**
 * What to run for the test files below dist/ (`tests/<ring>/…test.js`). Without filters every ring is in
 * the plan, so that an empty one shows; with filters only what they select.
 */
export function planSteps(files: readonly string[], options: PlanOptions): Step[] {
  const selected = files
    .filter((file) => options.isLong || !file.endsWith(".long.test.js"))
    .filter((file) => isSelected(file, options.filters))
    .toSorted();
  const steps: Step[] = [];
  for (const { isBrowser = false, ...kind } of KINDS) {
    if (options.engine !== null && kind.ring !== "unit" && kind.engine !== options.engine) continue;
    const own = selected.filter(
      (file) => file.startsWith(`tests/${kind.ring}/`) && file.endsWith(".browser.test.js") === isBrowser,
    );
    const mayBeEmpty = isBrowser || options.filters.length > 0;
    if (own.length > 0 || !mayBeEmpty) steps.push({ ...kind, files: own });
  }
  return steps;
}

/** Test files that no step can ever run: outside the rings, or of a browser outside the http ring. */
export function strays(files: readonly string[]): string[] {
  const planned = new Set(
    planSteps(files, { filters: [], isLong: true, engine: null }).flatMap((step) => step.files),
  );
  return files.filter((file) => !planned.has(file));
}
