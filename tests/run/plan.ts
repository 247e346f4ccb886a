import { matchesGlob } from "node:path";

const RINGS = ["unit", "service", "http", "hostile", "cluster"] as const;
export type Ring = (typeof RINGS)[number];
export const ENGINES = ["sqlite", "mariadb"] as const;
export type Engine = (typeof ENGINES)[number];
export type Need = "mariadb" | "nats" | "chromium";
/** Steps of one lane follow each other, both lanes run side by side, and what runs alone comes when both have ended. */
export type Lane = "first" | "second" | "alone";

/** One AVA run. */
export interface Step {
  name: string;
  ring: Ring;
  engine: Engine;
  needs: readonly Need[];
  lane: Lane;
  /** Files that run side by side. */
  atOnce: number;
  /** Files that follow each other in one process (together/form-groups.ts); 1 is a process a file. */
  together: number;
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
  lane: Lane;
  atOnce: number;
  together: number;
  isBrowser?: true;
}

/**
 * The rings, in the order in which a lane runs them. Pages are seen once: the engine is below what they show. What is at once
 * is for two processors: files of the service, http and cluster rings wait for much of their time, so one lane works while
 * the other waits. Files of the hostile ring count what somebody else meets, and have nobody beside them but each other.
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
    name: "http in a browser",
    ring: "http",
    engine: "sqlite",
    needs: ["chromium"],
    lane: "first",
    atOnce: 2,
    together: 1,
    isBrowser: true,
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
    name: "cluster",
    ring: "cluster",
    engine: "mariadb",
    needs: ["mariadb", "nats"],
    lane: "second",
    atOnce: 3,
    together: 1,
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
    atOnce: 3,
    together: 12,
  },
  {
    name: "hostile on SQLite",
    ring: "hostile",
    engine: "sqlite",
    needs: [],
    lane: "alone",
    atOnce: 3,
    together: 1,
  },
  {
    name: "hostile on MariaDB",
    ring: "hostile",
    engine: "mariadb",
    needs: ["mariadb"],
    lane: "alone",
    atOnce: 3,
    together: 1,
  },
];

/**
 * Files of the http and hostile rings that run on SQLite only, by parts of their paths: what they prove lies wholly above or
 * beside the database, so that the other engine could only show the same. What writes rows of money, jobs, content or access,
 * and what kills a process, runs on both. With --long everything does.
 */
export const ABOVE_THE_DATABASE: readonly { part: string; proves: string }[] = [
  {
    part: "hostile/gateway/bodies",
    proves: "what half-sent and huge bodies do to a process, before any row is read",
  },
  {
    part: "hostile/media/",
    proves: "that decoders of hostile media are bounded; what a failed job does to rows is proved elsewhere",
  },
  { part: "http/cli/types", proves: "the file that `kiln types` writes from what REST answers" },
  { part: "http/content/schema-refusals", proves: "which schemas are refused before anything is written" },
  { part: "http/delivery/graphql/bounds", proves: "which queries are refused before anything is read" },
  {
    part: "http/delivery/graphql/clients",
    proves: "what clients of GraphQL send, and understand of answers",
  },
  {
    part: "http/delivery/graphql/execution",
    proves: "that rows once read are answered as graphql-js answers them, byte for byte",
  },
  {
    part: "http/graphql/bounds",
    proves: "which queries of the platform are refused before anything is read",
  },
  { part: "http/delivery/graphql/protocol", proves: "GraphQL over HTTP, by its own audit" },
  { part: "http/delivery/memory-budget", proves: "how the memory of a process is divided" },
  { part: "http/delivery/signing-window", proves: "signatures and ETags by the clock of the process" },
  { part: "http/delivery/unread-answers", proves: "answers whose client takes nothing from its connection" },
  { part: "http/gateway/behind-proxy", proves: "addresses behind nginx and Caddy" },
  { part: "http/gateway/bodies", proves: "how bodies of requests are read, and within which time" },
  { part: "http/gateway/direct-routes", proves: "two ways of an answer through the HTTP server" },
  { part: "http/gateway/edges", proves: "HTTP: routes, headers, origins, malformed requests" },
  { part: "http/gateway/private-answers", proves: "status and headers of each private route for strangers" },
  {
    part: "http/generation/no-ffmpeg",
    proves: "media that a process makes without any program of the machine",
  },
  { part: "http/identity/secure-cookie", proves: "attributes of a cookie" },
  { part: "http/mcp/conformance", proves: "the protocol, by its own suite" },
  { part: "http/mcp/endpoint", proves: "the protocol up to 2025-11-25: methods, headers, batches, errors" },
  {
    part: "http/mcp/every-tool",
    proves: "that a tool gives what REST gives, by calls of the same actions, whose own tests run on both",
  },
  { part: "http/mcp/resources", proves: "resources and prompts, made of what REST reads" },
  { part: "http/mcp/stateless", proves: "the protocol of 2026-07-28: envelopes, headers, refusals" },
  { part: "http/mcp/waits", proves: "how long a tool waits for a job, and what it says of it then" },
  { part: "http/models/", proves: "the catalog, which is no table" },
  { part: "http/oauth/attacks", proves: "addresses, pages and headers that a foreign client sends" },
  { part: "http/oauth/clients", proves: "what clients of OAuth and MCP send and understand" },
  { part: "http/pages/", proves: "pages and their forms, over what REST answers" },
  { part: "http/sdk/client", proves: "the library, over what REST answers" },
  { part: "http/sdk/tarball", proves: "that the packed library installs and bundles" },
  {
    part: "http/operations/example-folder",
    proves: "that a folder of a plugin is loaded anew between jobs, none of which is lost",
  },
  { part: "http/storage/carrier", proves: "the process that carries bytes" },
  { part: "http/storage/looks", proves: "how many decoders run at once, in all and for an account" },
  { part: "http/storage/measures", proves: "what decoders say of a file" },
  { part: "http/storage/thumbnails", proves: "how media of each format are decoded and drawn" },
  {
    part: "http/upstream/every-model",
    proves: "which parameters of each model are accepted, and what its provider is then sent",
  },
  { part: "http/workflows/templates", proves: "graphs that ship, on models that draw and speak here" },
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
      (file) =>
        file.startsWith(`tests/${kind.ring}/`) &&
        file.endsWith(".browser.test.js") === isBrowser &&
        (kind.engine === "sqlite" ||
          options.isLong ||
          !ABOVE_THE_DATABASE.some(({ part }) => file.includes(part))),
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
