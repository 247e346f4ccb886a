import { createHash } from "node:crypto";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { AreaFactory, EdgePart } from "./runtime/area.js";
import type { AreaSource } from "./runtime/area-host.js";
import { importFresh } from "./runtime/fresh-imports.js";
import type { Host } from "./runtime/host.js";
import billing from "./services/billing/billing.service.js";
import content from "./services/content/content.service.js";
import { GRAPHQL_METHODS, GRAPHQL_PATH } from "./services/delivery/graphql/path.js";
import { PATHS, READ_METHODS } from "./services/delivery/rest/paths.js";
import delivery from "./services/delivery/delivery.service.js";
import gateway from "./services/gateway/gateway.service.js";
import generation from "./services/generation/generation.service.js";
import { makeWorker } from "./services/generation/worker.js";
import identity from "./services/identity/identity.service.js";
import { METHODS } from "./services/mcp/endpoint.js";
import mcp from "./services/mcp/mcp.service.js";
import models from "./services/models/models.service.js";
import operations from "./services/operations/operations.service.js";
import projects from "./services/projects/projects.service.js";
import { storageEdge } from "./services/storage/index.js";
import storage from "./services/storage/storage.service.js";
import { translationEdge } from "./services/translation/index.js";
import translation from "./services/translation/translation.service.js";
import webhooks from "./services/webhooks/webhooks.service.js";

let reloads = 0;

/** Reads a module of an area's folder anew, and everything else of that folder with it. */
async function fresh(path: string): Promise<Record<string, unknown>> {
  const file = fileURLToPath(new URL(path, import.meta.url));
  reloads += 1;
  const version = createHash("sha256").update(`${file}${reloads}${Date.now()}`).digest("hex").slice(0, 16);
  return importFresh(file, `${dirname(file)}/`, version);
}

const area = (make: AreaFactory, path: string): AreaSource => ({
  make,
  reload: async () => (await fresh(path)).default as AreaFactory,
});

const worker = (kind: Parameters<typeof makeWorker>[0]): AreaSource => ({
  make: makeWorker(kind),
  reload: async () =>
    ((await fresh("./services/generation/worker.js")).makeWorker as typeof makeWorker)(kind),
});

/** Every area and worker by the name that `SERVICES` knows, in the order in which they start. */
export const AREAS: Readonly<Record<string, AreaSource>> = {
  identity: area(identity, "./services/identity/identity.service.js"),
  billing: area(billing, "./services/billing/billing.service.js"),
  models: area(models, "./services/models/models.service.js"),
  storage: area(storage, "./services/storage/storage.service.js"),
  projects: area(projects, "./services/projects/projects.service.js"),
  generation: area(generation, "./services/generation/generation.service.js"),
  "generation.image": worker("image"),
  "generation.video": worker("video"),
  "generation.audio": worker("audio"),
  "generation.upscale": worker("upscale"),
  webhooks: area(webhooks, "./services/webhooks/webhooks.service.js"),
  content: area(content, "./services/content/content.service.js"),
  translation: area(translation, "./services/translation/translation.service.js"),
  delivery: {
    ...area(delivery, "./services/delivery/delivery.service.js"),
    edge: [
      ...Object.values(PATHS).map((path) => ({ methods: READ_METHODS, path })),
      { methods: GRAPHQL_METHODS, path: GRAPHQL_PATH },
    ],
  },
  operations: area(operations, "./services/operations/operations.service.js"),
  gateway: area(gateway, "./services/gateway/gateway.service.js"),
  mcp: { ...area(mcp, "./services/mcp/mcp.service.js"), edge: [{ methods: METHODS, path: "/mcp" }] },
};

/** What every gateway answers in its own process; new with the process only. */
export const EDGE_PARTS: readonly ((host: Host) => EdgePart)[] = [storageEdge, translationEdge];

/** Names of the configuration that have no area yet: accepted, so that a deployment's list can stay. */
export const PENDING_AREAS: readonly string[] = ["applications", "transcriptions", "workflows"];
