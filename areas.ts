import type { AreaFactory } from "./runtime/area.js";
import billing from "./services/billing/billing.service.js";
import gateway from "./services/gateway/gateway.service.js";
import generation from "./services/generation/generation.service.js";
import { makeWorker } from "./services/generation/worker.js";
import identity from "./services/identity/identity.service.js";
import mcp from "./services/mcp/mcp.service.js";
import models from "./services/models/models.service.js";
import projects from "./services/projects/projects.service.js";
import storage from "./services/storage/storage.service.js";

/** Every area and worker by the name that `SERVICES` knows, in the order in which they start. */
export const AREAS: Readonly<Record<string, AreaFactory>> = {
  identity,
  billing,
  models,
  storage,
  projects,
  generation,
  "generation.image": makeWorker("image"),
  "generation.video": makeWorker("video"),
  "generation.audio": makeWorker("audio"),
  "generation.upscale": makeWorker("upscale"),
  mcp,
  gateway,
};

/** Names of the configuration that have no area yet: accepted, so that a deployment's list can stay. */
export const PENDING_AREAS: readonly string[] = [
  "applications",
  "transcriptions",
  "workflows",
  "content",
  "translation",
  "delivery",
  "webhooks",
  "operations",
];
