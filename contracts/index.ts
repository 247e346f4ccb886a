import * as applications from "./applications.js";
import * as audit from "./audit.js";
import * as billing from "./billing.js";
import * as catalog from "./catalog.js";
import * as contentDocuments from "./content-documents.js";
import * as contentDrafts from "./content-drafts.js";
import * as contentPresence from "./content-presence.js";
import * as contentSettings from "./content-settings.js";
import * as contentTypes from "./content-types.js";
import type { Contract } from "./contract.js";
import * as deliveryTokens from "./delivery-tokens.js";
import * as gateway from "./gateway.js";
import * as generation from "./generation.js";
import * as identity from "./identity.js";
import * as oauth from "./oauth.js";
import * as operations from "./operations.js";
import * as projectCascade from "./project-cascade.js";
import * as projects from "./projects.js";
import * as storage from "./storage.js";
import * as transcriptions from "./transcriptions.js";
import * as translation from "./translation.js";
import * as webhooks from "./webhooks.js";
import * as workflowJobs from "./workflow-jobs.js";
import * as workflowNodeTypes from "./workflow-node-types.js";
import * as workflowTemplates from "./workflow-templates.js";
import * as workflowTriggers from "./workflow-triggers.js";
import * as workflows from "./workflows.js";

const isContract = (value: unknown): value is Contract =>
  typeof value === "object" && value !== null && "name" in value && "params" in value && "audience" in value;

/** Every contract of the platform. */
export const CONTRACTS: readonly Contract[] = [
  gateway,
  identity,
  oauth,
  audit,
  billing,
  storage,
  catalog,
  generation,
  applications,
  operations,
  projects,
  projectCascade,
  translation,
  transcriptions,
  contentDocuments,
  contentDrafts,
  contentPresence,
  contentTypes,
  contentSettings,
  webhooks,
  deliveryTokens,
  workflows,
  workflowTriggers,
  workflowTemplates,
  workflowJobs,
  workflowNodeTypes,
].flatMap((area) => Object.values(area).filter(isContract));
