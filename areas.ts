import { createHash } from "node:crypto";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { AreaFactory } from "./runtime/actions/area.js";
import type { AreaSource } from "./runtime/actions/area-host.js";
import type { MakeEdgePart } from "./runtime/http/edge-parts.js";
import { importFresh } from "./runtime/plugins/fresh-imports.js";
import { GRAPHQL_METHODS, GRAPHQL_PATH } from "./services/delivery/graphql/path.js";
import { ANY_ORIGIN, PATHS, READ_METHODS } from "./services/delivery/rest/paths.js";
import { passOn } from "./services/delivery/elsewhere/pass-on.js";
import type { makeWorker } from "./services/generation/worker.js";
import { METHODS } from "./services/mcp/endpoint.js";

let reloads = 0;

const newVersion = (): string => {
  reloads += 1;
  return createHash("sha256").update(`${process.pid} ${reloads} ${Date.now()}`).digest("hex").slice(0, 16);
};

/** Reads a module of an area's folder anew, and everything else of that folder with it. */
async function fresh(path: string, version = newVersion()): Promise<Record<string, unknown>> {
  const file = fileURLToPath(new URL(path, import.meta.url));
  return importFresh(file, `${dirname(file)}/`, version);
}

type ImportArea = () => Promise<{ default: AreaFactory }>;

const area = (importArea: ImportArea, path: string): AreaSource => ({
  readMake: async () => (await importArea()).default,
  reload: async () => ({ make: (await fresh(path)).default as AreaFactory }),
});

/** An area of which every gateway does a part itself: the function `name` of the module `path`. */
const edgeArea = <Name extends string>(
  importArea: ImportArea,
  path: string,
  edge: { importPart(): Promise<Record<Name, MakeEdgePart>>; path: string; name: Name },
): AreaSource => ({
  ...area(importArea, path),
  readMakeEdgePart: async () => (await edge.importPart())[edge.name],
  async reload() {
    const version = newVersion();
    const { default: made } = await fresh(path, version);
    const { [edge.name]: makeEdgePart } = await fresh(edge.path, version);
    if (typeof makeEdgePart !== "function") throw new Error(`${edge.path} exports no ${edge.name} any more.`);
    return { make: made as AreaFactory, makeEdgePart: makeEdgePart as MakeEdgePart };
  },
});

const worker = (kind: Parameters<typeof makeWorker>[0]): AreaSource => ({
  readMake: async () => (await import("./services/generation/worker.js")).makeWorker(kind),
  reload: async () => ({
    make: ((await fresh("./services/generation/worker.js")).makeWorker as typeof makeWorker)(kind),
  }),
});

/**
 * Every area and worker by the name that `SERVICES` knows, in the order in which they start. A process imports what it
 * hosts: a worker of pictures has none of the code of content or delivery in its memory.
 */
export const AREAS: Readonly<Record<string, AreaSource>> = {
  identity: edgeArea(
    () => import("./services/identity/identity.service.js"),
    "./services/identity/identity.service.js",
    {
      importPart: () => import("./services/identity/index.js"),
      path: "./services/identity/index.js",
      name: "identityEdge",
    },
  ),
  billing: area(
    () => import("./services/billing/billing.service.js"),
    "./services/billing/billing.service.js",
  ),
  models: area(() => import("./services/models/models.service.js"), "./services/models/models.service.js"),
  storage: edgeArea(
    () => import("./services/storage/storage.service.js"),
    "./services/storage/storage.service.js",
    {
      importPart: () => import("./services/storage/index.js"),
      path: "./services/storage/index.js",
      name: "storageEdge",
    },
  ),
  projects: area(
    () => import("./services/projects/projects.service.js"),
    "./services/projects/projects.service.js",
  ),
  generation: edgeArea(
    () => import("./services/generation/generation.service.js"),
    "./services/generation/generation.service.js",
    {
      importPart: () => import("./services/events/index.js"),
      path: "./services/events/index.js",
      name: "eventsEdge",
    },
  ),
  "generation.image": worker("image"),
  "generation.video": worker("video"),
  "generation.audio": worker("audio"),
  "generation.upscale": worker("upscale"),
  applications: edgeArea(
    () => import("./services/applications/applications.service.js"),
    "./services/applications/applications.service.js",
    {
      importPart: () => import("./services/applications/index.js"),
      path: "./services/applications/index.js",
      name: "applicationsEdge",
    },
  ),
  transcriptions: area(
    () => import("./services/transcriptions/transcriptions.service.js"),
    "./services/transcriptions/transcriptions.service.js",
  ),
  webhooks: area(
    () => import("./services/webhooks/webhooks.service.js"),
    "./services/webhooks/webhooks.service.js",
  ),
  content: area(
    () => import("./services/content/content.service.js"),
    "./services/content/content.service.js",
  ),
  translation: edgeArea(
    () => import("./services/translation/translation.service.js"),
    "./services/translation/translation.service.js",
    {
      importPart: () => import("./services/translation/index.js"),
      path: "./services/translation/index.js",
      name: "translationEdge",
    },
  ),
  workflows: edgeArea(
    () => import("./services/workflows/workflows.service.js"),
    "./services/workflows/workflows.service.js",
    {
      importPart: () => import("./services/workflows/index.js"),
      path: "./services/workflows/index.js",
      name: "workflowsEdge",
    },
  ),
  delivery: {
    ...area(
      () => import("./services/delivery/delivery.service.js"),
      "./services/delivery/delivery.service.js",
    ),
    edge: [
      ...Object.values(PATHS).map((path) => ({ methods: READ_METHODS, path })),
      { methods: GRAPHQL_METHODS, path: GRAPHQL_PATH },
    ].map((route) => ({ ...route, headers: ANY_ORIGIN, isDirect: true })),
    elsewhere: passOn,
  },
  operations: edgeArea(
    () => import("./services/operations/operations.service.js"),
    "./services/operations/operations.service.js",
    {
      importPart: () => import("./services/operations/index.js"),
      path: "./services/operations/index.js",
      name: "operationsEdge",
    },
  ),
  gateway: area(
    () => import("./services/gateway/gateway.service.js"),
    "./services/gateway/gateway.service.js",
  ),
  mcp: {
    ...area(() => import("./services/mcp/mcp.service.js"), "./services/mcp/mcp.service.js"),
    edge: [{ methods: METHODS, path: "/mcp" }],
  },
};

/** Names of the configuration that have no area yet: accepted, so that a deployment's list can stay. */
export const PENDING_AREAS: readonly string[] = [];
