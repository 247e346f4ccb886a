import { createHash } from "node:crypto";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { AreaFactory } from "./runtime/actions/area.js";
import type { AreaSource } from "./runtime/actions/area-host.js";
import type { MakeEdgePart } from "./runtime/http/edge-parts.js";
import { importFresh } from "./runtime/plugins/fresh-imports.js";
import { applicationsEdge } from "./services/applications/index.js";
import applications from "./services/applications/applications.service.js";
import billing from "./services/billing/billing.service.js";
import content from "./services/content/content.service.js";
import { GRAPHQL_METHODS, GRAPHQL_PATH } from "./services/delivery/graphql/path.js";
import { ANY_ORIGIN, PATHS, READ_METHODS } from "./services/delivery/rest/paths.js";
import delivery from "./services/delivery/delivery.service.js";
import { passOn } from "./services/delivery/elsewhere/pass-on.js";
import { eventsEdge } from "./services/events/index.js";
import gateway from "./services/gateway/gateway.service.js";
import generation from "./services/generation/generation.service.js";
import { makeWorker } from "./services/generation/worker.js";
import { identityEdge } from "./services/identity/index.js";
import identity from "./services/identity/identity.service.js";
import { METHODS } from "./services/mcp/endpoint.js";
import mcp from "./services/mcp/mcp.service.js";
import models from "./services/models/models.service.js";
import { operationsEdge } from "./services/operations/index.js";
import operations from "./services/operations/operations.service.js";
import projects from "./services/projects/projects.service.js";
import { storageEdge } from "./services/storage/index.js";
import storage from "./services/storage/storage.service.js";
import { translationEdge } from "./services/translation/index.js";
import transcriptions from "./services/transcriptions/transcriptions.service.js";
import translation from "./services/translation/translation.service.js";
import webhooks from "./services/webhooks/webhooks.service.js";
import { workflowsEdge } from "./services/workflows/index.js";
import workflows from "./services/workflows/workflows.service.js";

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

const area = (make: AreaFactory, path: string): AreaSource => ({
  make,
  reload: async () => ({ make: (await fresh(path)).default as AreaFactory }),
});

/** An area of which every gateway does a part itself: the function `name` of the module `path`. */
const edgeArea = (
  make: AreaFactory,
  path: string,
  edge: { make: MakeEdgePart; path: string; name: string },
): AreaSource => ({
  make,
  makeEdgePart: edge.make,
  async reload() {
    const version = newVersion();
    const { default: made } = await fresh(path, version);
    const { [edge.name]: makeEdgePart } = await fresh(edge.path, version);
    if (typeof makeEdgePart !== "function") throw new Error(`${edge.path} exports no ${edge.name} any more.`);
    return { make: made as AreaFactory, makeEdgePart: makeEdgePart as MakeEdgePart };
  },
});

const worker = (kind: Parameters<typeof makeWorker>[0]): AreaSource => ({
  make: makeWorker(kind),
  reload: async () => ({
    make: ((await fresh("./services/generation/worker.js")).makeWorker as typeof makeWorker)(kind),
  }),
});

/** Every area and worker by the name that `SERVICES` knows, in the order in which they start. */
export const AREAS: Readonly<Record<string, AreaSource>> = {
  identity: edgeArea(identity, "./services/identity/identity.service.js", {
    make: identityEdge,
    path: "./services/identity/index.js",
    name: "identityEdge",
  }),
  billing: area(billing, "./services/billing/billing.service.js"),
  models: area(models, "./services/models/models.service.js"),
  storage: edgeArea(storage, "./services/storage/storage.service.js", {
    make: storageEdge,
    path: "./services/storage/index.js",
    name: "storageEdge",
  }),
  projects: area(projects, "./services/projects/projects.service.js"),
  generation: edgeArea(generation, "./services/generation/generation.service.js", {
    make: eventsEdge,
    path: "./services/events/index.js",
    name: "eventsEdge",
  }),
  "generation.image": worker("image"),
  "generation.video": worker("video"),
  "generation.audio": worker("audio"),
  "generation.upscale": worker("upscale"),
  applications: edgeArea(applications, "./services/applications/applications.service.js", {
    make: applicationsEdge,
    path: "./services/applications/index.js",
    name: "applicationsEdge",
  }),
  transcriptions: area(transcriptions, "./services/transcriptions/transcriptions.service.js"),
  webhooks: area(webhooks, "./services/webhooks/webhooks.service.js"),
  content: area(content, "./services/content/content.service.js"),
  translation: edgeArea(translation, "./services/translation/translation.service.js", {
    make: translationEdge,
    path: "./services/translation/index.js",
    name: "translationEdge",
  }),
  workflows: edgeArea(workflows, "./services/workflows/workflows.service.js", {
    make: workflowsEdge,
    path: "./services/workflows/index.js",
    name: "workflowsEdge",
  }),
  delivery: {
    ...area(delivery, "./services/delivery/delivery.service.js"),
    edge: [
      ...Object.values(PATHS).map((path) => ({ methods: READ_METHODS, path })),
      { methods: GRAPHQL_METHODS, path: GRAPHQL_PATH },
    ].map((route) => ({ ...route, headers: ANY_ORIGIN, isDirect: true })),
    elsewhere: passOn,
  },
  operations: edgeArea(operations, "./services/operations/operations.service.js", {
    make: operationsEdge,
    path: "./services/operations/index.js",
    name: "operationsEdge",
  }),
  gateway: area(gateway, "./services/gateway/gateway.service.js"),
  mcp: { ...area(mcp, "./services/mcp/mcp.service.js"), edge: [{ methods: METHODS, path: "/mcp" }] },
};

/** Names of the configuration that have no area yet: accepted, so that a deployment's list can stay. */
export const PENDING_AREAS: readonly string[] = [];
