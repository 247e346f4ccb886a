/** A field of an object type that calls a contract with values of the object. */
export interface Relation {
  /** The type that has the field. */
  on: string;
  name: string;
  /** The contract that the field calls, under that contract's visibility. */
  contract: string;
  /** The parameters of the contract, each with the field of the object that has its value. */
  from: Readonly<Record<string, string>>;
  /** The part of the result that the field gives, where it does not give all of it. */
  pick?: string;
  /** True when the field of the object is a list, each of whose entries makes one call. */
  each?: true;
  description: string;
}

const OF_PROJECT: readonly Omit<Relation, "on" | "from">[] = [
  { name: "generations", contract: "generation.list", description: "Its jobs." },
  { name: "workflows", contract: "workflows.list", description: "Its workflows." },
];

const BELOW_PROJECT: readonly Omit<Relation, "on" | "from">[] = [
  { name: "documents", contract: "content.listDocuments", description: "Its documents." },
  { name: "contentTypes", contract: "content.listTypes", description: "Its content types." },
  { name: "contentSettings", contract: "content.getSettings", description: "Its locales." },
  { name: "webhooks", contract: "webhooks.list", description: "Its webhooks." },
  { name: "deliveryTokens", contract: "delivery.listTokens", description: "Its delivery tokens." },
  { name: "latestTranslation", contract: "translation.latest", description: "Its newest translation job." },
];

/** The types that name their project. */
const IN_PROJECT = [
  "ContentType",
  "DeliveryToken",
  "Document",
  "Job",
  "LedgerEntry",
  "Transcription",
  "TranslationJob",
  "Webhook",
  "Workflow",
  "WorkflowSummary",
];

/**
 * The relations between things. A relation gives null where the thing names no other, or the caller cannot
 * see the other any more.
 */
export const RELATIONS: readonly Relation[] = [
  ...IN_PROJECT.map((on) => ({
    on,
    name: "project",
    contract: "projects.get",
    from: { id: "projectId" },
    pick: "project",
    description: "The project that it belongs to.",
  })),
  ...OF_PROJECT.map((relation) => ({ ...relation, on: "Project", from: { projectId: "id" } })),
  ...BELOW_PROJECT.map((relation) => ({ ...relation, on: "Project", from: { projectId: "id" } })),
  {
    on: "Project",
    name: "members",
    contract: "projects.get",
    from: { id: "id" },
    pick: "members",
    description: "Who works in it.",
  },
  {
    on: "Project",
    name: "invites",
    contract: "projects.get",
    from: { id: "id" },
    pick: "invites",
    description: "Invitations that wait; for its owner.",
  },
  {
    on: "Project",
    name: "usage",
    contract: "projects.usage",
    from: { id: "id" },
    description: "Its ledger, for its owner.",
  },
  {
    on: "Project",
    name: "storage",
    contract: "storage.listLinked",
    from: { id: "id" },
    description: "The files that are linked to it.",
  },
  {
    on: "Job",
    name: "results",
    contract: "storage.get",
    from: { storageId: "resultStorageIds" },
    each: true,
    description: "The files that it made; null in place of one that is gone.",
  },
  {
    on: "Transcription",
    name: "source",
    contract: "storage.get",
    from: { storageId: "storageId" },
    description: "The file that is transcribed.",
  },
  {
    on: "Document",
    name: "revisions",
    contract: "content.listRevisions",
    from: { id: "id" },
    description: "Its revisions, newest first.",
  },
  {
    on: "ContentType",
    name: "versions",
    contract: "content.listTypeVersions",
    from: { id: "id" },
    description: "Its versions.",
  },
  {
    on: "Webhook",
    name: "deliveries",
    contract: "webhooks.listDeliveries",
    from: { id: "id" },
    description: "Its deliveries, newest first.",
  },
  ...["Workflow", "WorkflowSummary"].flatMap((on) => [
    {
      on,
      name: "runs",
      contract: "workflows.listRuns",
      from: { id: "id" },
      description: "Its runs, newest first.",
    },
    {
      on,
      name: "triggers",
      contract: "workflows.listTriggers",
      from: { id: "id" },
      description: "What starts it.",
    },
  ]),
  ...["WorkflowRun", "WorkflowTrigger"].map((on) => ({
    on,
    name: "workflow",
    contract: "workflows.get",
    from: { id: "workflowId" },
    description: "The workflow that it belongs to.",
  })),
  {
    on: "WorkflowTrigger",
    name: "fires",
    contract: "workflows.triggerLog",
    from: { id: "workflowId", triggerId: "id" },
    description: "When it was called for, and what came of it.",
  },
];
