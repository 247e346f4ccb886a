import type { Check, Problem, SourceFile } from "./check.js";
import { importsOf, type Import } from "./imports-of.js";
import { CROSSINGS, ENTITY_INDEX, ENTITY_OWNERS, type Crossing } from "./owners.js";

export interface Rules {
  owners: Readonly<Record<string, string>>;
  crossings: readonly Crossing[];
}

/** Returns the folder whose files share their rules: `services/billing`, `engines/durable-queue`, `plugins/storage/disk`, … */
function zoneOf(path: string): string {
  const parts = path.split("/");
  if (parts.length === 1) return "root";
  if (parts[0] === "services" || parts[0] === "engines") {
    return parts.length > 2 ? `${parts[0]}/${parts[1]}` : parts[0];
  }
  if (parts[0] === "plugins") {
    return parts[1] === "kit" ? "plugins/kit" : `plugins/${parts[1]}/${parts[2]?.replace(/\.ts$/, "")}`;
  }
  return parts[0] ?? "root";
}

/** Zones of composition, commands and measurements, which put the pieces together: they may import all of the product. */
const OUTSIDE = new Set(["root", "cli", "bench", "checks", "tests", "examples", "console", "sdk"]);

/**
 * Engines that stand on runtime/: runtime/ knows only their types, and the composition at the root passes them to it. The other
 * engines stand below runtime/, which may be built on them (ADR-0081).
 */
const ENGINES_ON_RUNTIME = new Set(["engines/durable-queue"]);

/** Rooms of runtime/ that these engines may use: the database, and mechanisms that know neither actions, HTTP nor plugins. */
const ROOMS_OF_ENGINES = /^runtime\/(?:database|concurrency|process|errors)\//;

/** Zones that may import the files behind an engine's `index.ts`: a test may be about one of them. */
const BEHIND_THE_DOOR = new Set(["tests"]);

/** Returns the reason why an import is not allowed, or null. */
function refusal(zone: string, { target, isLocal, isType }: Import, rules: Rules): string | null {
  if (!isLocal) return refusedPackage(zone, target);
  const to = zoneOf(target);
  if (zone === to) return null;
  if (zone === "sdk") return "sdk/ is published alone: it imports only itself";
  if (!BEHIND_THE_DOOR.has(zone) && to.startsWith("engines/") && target !== `${to}/index.ts`)
    return `${to} has one door, its index.ts`;
  if (!OUTSIDE.has(zone) && OUTSIDE.has(to))
    return `${zone} must not depend on ${to === "root" ? "the root" : to}`;
  if (OUTSIDE.has(zone)) return null;
  switch (zone) {
    case "contracts":
      return "contracts/ imports only zod and contracts/";
    case "entities":
      if (
        target === "runtime/database/columns.ts" ||
        (isType && (to === "contracts" || to === "plugins/kit"))
      )
        return null;
      return "entities/ imports only typeorm, runtime/database/columns, and types of contracts/ and plugins/kit";
    case "migrations":
      return to === "runtime" ? null : "migrations/ imports only runtime/";
    case "runtime":
      if (to === "contracts" || to === "plugins/kit") return null;
      if (to.startsWith("engines/")) {
        return isType || !ENGINES_ON_RUNTIME.has(to) ? null : `runtime/ knows only the types of ${to}`;
      }
      return to === "entities"
        ? refusedEntity("runtime", target, rules)
        : "runtime/ knows no area and no plugin";
    default:
      if (zone.startsWith("engines/")) return refusedForEngine(zone, to, target, isType);
      if (to === "contracts" || to === "runtime" || to === "plugins/kit") return null;
      return zone.startsWith("services/")
        ? refusedForArea(zone, to, target, rules)
        : "a plugin imports only plugins/kit, contracts/, runtime/ and itself";
  }
}

function refusedForEngine(engine: string, to: string, target: string, isType: boolean): string | null {
  if (to === "contracts" || to.startsWith("engines/")) return null;
  if (to !== "runtime" || !ENGINES_ON_RUNTIME.has(engine))
    return "an engine imports only itself, contracts/, packages and the index.ts of another engine";
  return isType || ROOMS_OF_ENGINES.test(target)
    ? null
    : `${engine} runs only the rooms database, concurrency, process and errors of runtime/`;
}

function refusedPackage(zone: string, name: string): string | null {
  if (zone === "sdk") return "sdk/ has no dependencies";
  if (zone === "contracts" && name !== "zod") return "contracts/ imports only zod";
  if (zone === "entities" && name !== "typeorm") return "entities/ imports no package but typeorm";
  return null;
}

function refusedEntity(owner: string, target: string, rules: Rules): string | null {
  const name = target.slice("entities/".length);
  if (name === ENTITY_INDEX) return "all entities together are for the composition at the root";
  const actual = rules.owners[name];
  if (actual === undefined) return `entities/${name} has no owner in checks/owners.ts`;
  return actual === owner ? null : `entities/${name} belongs to ${actual}`;
}

function refusedForArea(zone: string, to: string, target: string, rules: Rules): string | null {
  const area = zone.slice("services/".length);
  if (to === "entities") return refusedEntity(area, target, rules);
  if (to.startsWith("engines/")) return null;
  if (!to.startsWith("services/")) return "an area reaches plugins through the registry of its process";
  const other = to.slice("services/".length);
  if (target !== `services/${other}/index.ts`)
    return `${area} reaches ${other} by call(), or by its index.ts`;
  return rules.crossings.some((crossing) => crossing.from === area && crossing.to === other)
    ? null
    : `${area} -> ${other} is not among the crossings of checks/owners.ts; call its action instead`;
}

/** Checks that the tables of the rules fit the repository: no entity without owner, no crossing without its record. */
function checkTables(files: readonly SourceFile[], rules: Rules): Problem[] {
  const problems: Problem[] = [];
  const entities = files
    .filter((file) => /^entities\/[^/]+\.ts$/.test(file.path))
    .map((file) => file.path.slice("entities/".length))
    .filter((name) => name !== ENTITY_INDEX);
  for (const name of entities) {
    if (rules.owners[name] === undefined) {
      problems.push({ path: `entities/${name}`, message: "has no owner in checks/owners.ts" });
    }
  }
  for (const name of Object.keys(rules.owners)) {
    if (!entities.includes(name)) {
      problems.push({ path: "checks/owners.ts", message: `names entities/${name}, which does not exist` });
    }
  }
  const named = new Set<string>();
  for (const { from, to, decision } of rules.crossings) {
    const pair = `${from} -> ${to}`;
    if (named.has(pair)) problems.push({ path: "checks/owners.ts", message: `names ${pair} twice` });
    named.add(pair);
    const record = files.some((file) => file.path.startsWith(`docs/decisions/${decision}-`));
    if (!record) problems.push({ path: "checks/owners.ts", message: `${pair} cites no decision record` });
  }
  return problems;
}

/** Checks who imports whom (ARCHITECTURE.md, one way). */
export function checkBoundaries(files: readonly SourceFile[], rules: Rules): Problem[] {
  const problems = checkTables(files, rules);
  for (const { path, text } of files) {
    if (!path.endsWith(".ts")) continue;
    const zone = zoneOf(path);
    for (const found of importsOf(path, text)) {
      const reason = refusal(zone, found, rules);
      if (reason !== null)
        problems.push({ path, line: found.line, message: `imports ${found.target}: ${reason}` });
    }
  }
  return problems;
}

export const boundaries: Check = {
  name: "imports go one way",
  run: (files) => checkBoundaries(files, { owners: ENTITY_OWNERS, crossings: CROSSINGS }),
};
