import {
  contentProjectDeleted,
  deliveryProjectDeleted,
  generationProjectDeleted,
  storageProjectDeleted,
  transcriptionsProjectDeleted,
  translationProjectDeleted,
  webhooksProjectDeleted,
  workflowsProjectDeleted,
} from "../../contracts/project-cascade.js";

export const DELETE_QUEUE = "projects.delete";

/** The step of one area for a deleted project. */
export interface CascadeStep {
  contract:
    | typeof generationProjectDeleted
    | typeof workflowsProjectDeleted
    | typeof storageProjectDeleted
    | typeof transcriptionsProjectDeleted
    | typeof translationProjectDeleted
    | typeof webhooksProjectDeleted
    | typeof deliveryProjectDeleted
    | typeof contentProjectDeleted;
  /** Names of the area's tables with a project's id; the step removes the deleted project from them. */
  tables: readonly string[];
}

/**
 * Every area registers its step here, in the order in which they run: a step may rely on the earlier ones
 * (jobs are settled or canceled before their results are unlinked).
 */
export const CASCADE: readonly CascadeStep[] = [
  // Workflows come before the jobs: a run that goes on would begin new ones.
  { contract: workflowsProjectDeleted, tables: ["workflows", "workflow_runs", "workflow_triggers"] },
  { contract: generationProjectDeleted, tables: ["generation_jobs"] },
  { contract: transcriptionsProjectDeleted, tables: ["transcriptions"] },
  { contract: translationProjectDeleted, tables: ["translation_calls", "translation_jobs"] },
  { contract: webhooksProjectDeleted, tables: ["webhooks", "webhook_deliveries"] },
  { contract: deliveryProjectDeleted, tables: ["delivery_tokens"] },
  {
    contract: contentProjectDeleted,
    tables: [
      "content_types",
      "content_type_versions",
      "content_former_fields",
      "content_documents",
      "content_draft_states",
      "content_references",
      "content_revisions",
      "content_changes",
      "content_translations",
    ],
  },
  { contract: storageProjectDeleted, tables: ["project_links"] },
];

/** Tables that no step handles, with the reasons. */
const APART: Readonly<Record<string, string>> = {
  budgets: "a key or an agent that may spend in the deleted project only spends nothing more",
  audit_entries: "the log tells its owner of the project until its 90 days are over",
  ledger_entries: "the ledger keeps the projectId (rules/projects 14)",
  project_members: "end with the mark, in its transaction",
  project_invites: "end with the mark, in its transaction",
};

/** A table in the form of the data source. */
interface Table {
  tableName: string;
  columns: readonly { propertyName: string }[];
}

/**
 * Stops the start of the process when a table names projects and no step removes a deleted project from it.
 */
export function checkCascade(tables: readonly Table[], steps: readonly CascadeStep[] = CASCADE): void {
  const covered = new Set([...steps.flatMap((step) => step.tables), ...Object.keys(APART)]);
  const missing = tables
    .filter(({ columns }) => columns.some(({ propertyName }) => propertyName === "projectId"))
    .map(({ tableName }) => tableName)
    .filter((name) => !covered.has(name));
  if (missing.length > 0)
    throw new Error(
      `No step of services/projects/cascade.ts takes deleted projects out of ${missing.join(", ")}.`,
    );
}
