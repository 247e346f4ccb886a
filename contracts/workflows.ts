import { z } from "zod";
import { boundedJson } from "./bounded-json.js";
import { boundedList } from "./bounded-list.js";
import { contract, ok } from "./contract.js";
import { timestamp, uuid } from "./ids.js";
import { openPage, page, pieceAsked, pieceTold, total } from "./pagination.js";

/** Bytes of a graph as JSON in UTF-8 (rules/workflows 1). */
export const MAX_GRAPH_BYTES = 1024 * 1024;
/**
 * Nodes that a run takes. A larger graph can be saved, since saving checks only the shape (rules/workflows
 * 1); its run is refused.
 */
export const MAX_RUN_NODES = 2000;
export const DEFAULT_WORKFLOW_NAME = "Untitled Workflow";

const NAMED = "must be text";
const NUMBER = "must be a number";
const graphNode = z.looseObject({
  id: z.string(NAMED),
  type: z.string(NAMED),
  x: z.number(NUMBER),
  y: z.number(NUMBER),
  data: z
    .unknown()
    .optional()
    .describe("Settings of the node, as its type takes them (docs/nodes.md); they are kept as they are."),
});
const handle = z.string("must be text or null").nullish();
const graphEdge = z.looseObject({
  id: z.string(NAMED),
  source: z.string(NAMED),
  target: z.string(NAMED),
  sourceHandle: handle,
  targetHandle: handle,
});

/** The bound of a graph, and of the inputs that a run keeps with it. */
export const UNDER_1_MB = { mostBytes: MAX_GRAPH_BYTES - 1, tooLarge: "must be under 1 MB as JSON" };

/** The shortest node and the shortest edge have 31 and 32 bytes: a graph under 1 MB has fewer of either. */
const MAX_GRAPH_ENTRIES = MAX_GRAPH_BYTES / 32;

const listOfGraph = <T extends z.ZodType>(entry: T, error: string): z.ZodArray<T> =>
  boundedList(entry, MAX_GRAPH_ENTRIES, {
    error,
    tooLong: `must have at most ${MAX_GRAPH_ENTRIES} entries: a graph must be under 1 MB as JSON`,
  });

/** Only the shape is checked; unknown keys are kept (rules/workflows 1). */
export const workflowGraph = boundedJson(
  z.looseObject({
    nodes: listOfGraph(graphNode, "must be a list of nodes"),
    edges: listOfGraph(graphEdge, "must be a list of edges"),
  }),
  UNDER_1_MB,
);

export const workflow = z.strictObject({
  id: z.string(),
  name: z.string(),
  graph: z.looseObject({ nodes: z.array(graphNode), edges: z.array(graphEdge) }),
  projectId: z.string(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
});
export type WorkflowView = z.infer<typeof workflow>;

export const workflowSummary = z.strictObject({
  id: z.string(),
  name: z.string(),
  projectId: z.string(),
  updatedAt: timestamp(),
  nodeCount: z.int(),
  previewUrl: z.string().nullable(),
  previewKind: z.enum(["image", "video"]).nullable(),
});
export type WorkflowSummaryView = z.infer<typeof workflowSummary>;

const portValue = z.strictObject({
  type: z.enum(["image", "video", "audio", "text"]),
  value: z.string().describe("The text, or a signed URL that expires."),
  storageId: z.string().optional(),
});
export type PortValueView = z.infer<typeof portValue>;

/** Result of a node of a run (rules/workflows 18 and 19). */
export const nodeResult = z.strictObject({
  status: z.enum(["pending", "running", "complete", "error", "skipped", "stopped"]),
  detail: z.string().optional().describe("Reason why the node failed."),
  progress: z
    .number()
    .optional()
    .describe("Progress that a running node reports, from 0 to 1; absent when it reports none."),
  output: portValue.optional().describe("Value of the primary port."),
  outputs: z.record(z.string(), portValue).optional().describe("Values of all ports by the port's id."),
  costCredits: z.int().optional().describe("Credits that the node cost; on nodes that have ended."),
  cached: z.boolean().optional().describe("True when the result was taken from an equal node, at no cost."),
});
export type NodeResultView = z.infer<typeof nodeResult>;

export const RUN_STATUSES = ["running", "complete", "error", "stopped"] as const;
export const workflowRun = z.strictObject({
  id: z.string(),
  workflowId: z.string(),
  status: z.enum(RUN_STATUSES),
  nodeResults: z.record(z.string(), nodeResult),
  userId: z.string(),
  createdAt: timestamp(),
  completedAt: timestamp().nullable(),
});
export type WorkflowRunView = z.infer<typeof workflowRun>;

const workflowAnswer = z.strictObject({ workflow });
const runAnswer = z.strictObject({ run: workflowRun });

/** Characters of a workflow's name, bounded because lists have the names of all workflows at once. */
const MAX_NAME = 1000;

export const workflowName = z
  .string(NAMED)
  .overwrite((text) => text.trim().toWellFormed())
  .min(1, "must not be empty")
  .max(MAX_NAME, `must have at most ${MAX_NAME} characters`);

const ofHome = {
  projectId: uuid().optional(),
  sort: z
    .enum(["updated", "created", "name"], 'must be "updated", "created" or "name"')
    .default("updated")
    .describe("Order of the list. `updated` and `created`: newest first. `name`: alphabetical."),
};

/**
 * Reads a list of any length in pieces, for the answer to `workflows.list` without `limit`. It is called
 * between services.
 */
export const listWorkflowsPiece = contract({
  name: "workflows.listPiece",
  description: "Lists one piece of a project's workflows, without their graphs.",
  params: z.object({ ...pieceAsked, ...ofHome }),
  result: z.strictObject({ workflows: z.array(workflowSummary), ...pieceTold(z.strictObject({ total })) }),
  audience: "internal",
});

export const listWorkflows = contract({
  name: "workflows.list",
  description:
    "Lists the workflows of the caller's default project, or all members' workflows of a shared project, without their graphs.",
  params: z.object({ projectId: ofHome.projectId, ...openPage({ max: 500 }), sort: ofHome.sort }),
  result: z.strictObject({ workflows: z.array(workflowSummary), total }),
  audience: "account",
  rest: {
    method: "GET",
    path: "/v1/workflows",
    pieces: { list: "workflows", contract: listWorkflowsPiece },
  },
  area: "workflows",
});

export const getWorkflow = contract({
  name: "workflows.get",
  description: "Reads a workflow with its graph.",
  params: z.object({ id: uuid() }),
  result: workflowAnswer,
  audience: "account",
  rest: { method: "GET", path: "/v1/workflows/:id" },
  area: "workflows",
});

export const createWorkflow = contract({
  name: "workflows.create",
  description: "Saves a workflow.",
  params: z.strictObject({
    graph: workflowGraph
      .optional()
      .describe(`Graph of the workflow; default: an empty one. A run takes ${MAX_RUN_NODES} nodes at most.`),
    templateId: z
      .string("must be the id of a template")
      .max(100, "must be the id of a template")
      .optional()
      .describe("Id of a template of GET /v1/workflow-templates, in place of graph; it gives the name too."),
    name: workflowName.optional().describe(`Name of the workflow; default: ${DEFAULT_WORKFLOW_NAME}.`),
    projectId: uuid()
      .nullish()
      .describe("Id of a shared project; default: the caller's own default project."),
  }),
  result: workflowAnswer,
  audience: "account",
  rest: { method: "POST", path: "/v1/workflows" },
  area: "workflows",
});

export const updateWorkflow = contract({
  name: "workflows.update",
  description: "Replaces the whole graph, the name, or both. Runs that were started before keep their graph.",
  params: z.strictObject({
    id: uuid(),
    graph: workflowGraph.optional().describe(`The whole graph. A run takes ${MAX_RUN_NODES} nodes at most.`),
    name: workflowName.optional().describe("Name of the workflow in lists."),
    baseUpdatedAt: z
      .string("must be the workflow's updatedAt")
      .refine((text) => !Number.isNaN(Date.parse(text)), "must be the workflow's updatedAt")
      .optional()
      .describe(
        "The `updatedAt` of the workflow that the change was made on: the answer is `conflict` when the workflow was changed since.",
      ),
  }),
  result: workflowAnswer,
  audience: "account",
  rest: { method: "PATCH", path: "/v1/workflows/:id" },
  area: "workflows",
});

export const deleteWorkflow = contract({
  name: "workflows.delete",
  description:
    "Deletes a workflow and its runs, for its creator or the project's owner; runs in flight are stopped.",
  params: z.object({ id: uuid() }),
  result: ok,
  audience: "account",
  rest: { method: "DELETE", path: "/v1/workflows/:id" },
  area: "workflows",
});

/** Inputs of runs. A run keeps them with its graph, and a trigger gives them to each of its runs. */
export const runInputs = boundedJson(
  z.record(z.string(), z.unknown(), "must be an object that maps node ids to { text } or { storageId }"),
  UNDER_1_MB,
);

const executeParams = z.strictObject({
  id: uuid(),
  inputs: runInputs
    .default({})
    .describe(
      "Values by node id: `{ text }` for prompt and generateText nodes, `{ storageId }` for imageInput and videoInput.",
    ),
  wait: z.boolean().default(false).describe("True answers when the run has ended, after 300 s at most."),
  reuse: z
    .boolean("must be true or false")
    .default(false)
    .describe(
      "True takes over the results of equal nodes of earlier runs, at no cost: `cached: true`. Nodes are equal when type, version, settings, models and contents of the inputs are the same, for the same payer and project.",
    ),
  projectId: uuid()
    .nullish()
    .describe(
      "Id of the shared project whose owner's credits a run of a personal workflow takes; a project's workflow runs in that project.",
    ),
});

export const executeWorkflow = contract({
  name: "workflows.execute",
  description:
    "Starts a run. Each node that costs credits checks the balance before it begins. 429 where 1,000 runs of the account go on, or what its runs store at no cost leaves no room for another one.",
  params: executeParams,
  result: runAnswer,
  audience: "account",
  rest: { method: "POST", path: "/v1/workflows/:id/execute", edge: true },
  area: "workflows",
  spends: true,
  idempotent: true,
});

/** Starts a run for the gateway, which may then wait. It is called between services. */
export const startRun = contract({
  name: "workflows.start",
  description: "Starts a run and answers at once.",
  params: executeParams,
  result: runAnswer,
  audience: "internal",
  effect: "write",
  spends: true,
  idempotent: true,
});

const runParams = z.object({ id: uuid(), runId: uuid() });

export const getRun = contract({
  name: "workflows.getRun",
  description: "Reads a run with the results of its nodes so far; URLs are signed anew.",
  params: runParams,
  result: runAnswer,
  audience: "account",
  rest: { method: "GET", path: "/v1/workflows/:id/runs/:runId", long: true },
  area: "workflows",
});

/** Tells how a run stands, for those who wait for its end: its results may have megabytes. */
export const followRun = contract({
  name: "workflows.followRun",
  description: "Reads the state of a run without the results of its nodes.",
  params: runParams.extend({ withNodes: z.boolean().default(false) }),
  result: z.strictObject({
    status: workflowRun.shape.status,
    createdAt: z.string(),
    completedAt: z.string().nullable(),
    nodes: z
      .strictObject({ ended: z.int(), total: z.int() })
      .nullable()
      .describe("How many nodes have ended; null unless `withNodes` asks for it."),
  }),
  audience: "internal",
});

export const listRuns = contract({
  name: "workflows.listRuns",
  description:
    "Lists the runs of a workflow, newest first: all members' runs in a project, the caller's own otherwise.",
  params: z.object({ id: uuid(), ...page({ default: 20, max: 100 }) }),
  result: z.strictObject({ runs: z.array(workflowRun), total }),
  audience: "account",
  rest: { method: "GET", path: "/v1/workflows/:id/runs" },
  area: "workflows",
});

export const stopRun = contract({
  name: "workflows.stopRun",
  description:
    "Stops a run; complete nodes stay, and stay charged. Only the account that started the run can stop it. A run that has ended is answered as it is.",
  params: runParams,
  result: runAnswer,
  audience: "account",
  rest: { method: "POST", path: "/v1/workflows/:id/runs/:runId/stop" },
  area: "workflows",
});

/** A node that a run may give a value. */
export const inputNode = z.strictObject({
  nodeId: z.string(),
  type: z.string(),
  takes: z.enum(["text", "storageId"]),
  current: z.string().nullable(),
});

/** Reads the parts of a workflow that an agent has to know; it has no REST route. */
export const describeWorkflow = contract({
  name: "workflows.describe",
  description: "Reads a workflow's nodes, and those that a run may give a value.",
  params: z.object({ id: uuid() }),
  result: z.strictObject({
    workflow: z.strictObject({ id: z.string(), name: z.string(), nodeCount: z.int() }),
    nodes: z.array(z.strictObject({ id: z.string(), type: z.string() })),
    inputNodes: z.array(inputNode),
  }),
  audience: "account",
  area: "workflows",
});

export const resumeRun = contract({
  name: "workflows.resumeRun",
  description:
    "Continues a run that failed or was stopped: complete nodes keep their results and are not charged again, all others begin anew. Only the account that started the run can resume it.",
  params: runParams,
  result: runAnswer,
  audience: "account",
  rest: { method: "POST", path: "/v1/workflows/:id/runs/:runId/resume" },
  area: "workflows",
  spends: true,
  idempotent: true,
});

export const estimateRun = contract({
  name: "workflows.estimate",
  description:
    "Prices a run, node by node, after the same checks as its start; changes nothing. A node with null would fail. exact is false where the price depends on results that do not exist yet, and where a node is unpriced.",
  params: executeParams.omit({ wait: true }),
  result: z.strictObject({
    estimatedCredits: z.int(),
    remainingCredits: z.int().describe("Remaining credits of the account whose credits the run would take."),
    affordable: z.boolean(),
    nodes: z.array(
      z.strictObject({
        nodeId: z.string(),
        type: z.string(),
        estimatedCredits: z.int().nullable(),
        exact: z.boolean(),
        unpriced: z
          .boolean()
          .optional()
          .describe(
            "True for a node that pays for more than its price, as a translation does: the cost is known only afterwards.",
          ),
        cached: z.boolean().optional().describe("True when an earlier result would be taken over."),
      }),
    ),
  }),
  audience: "account",
  rest: { method: "POST", path: "/v1/workflows/:id/estimate" },
  area: "workflows",
  effect: "read",
});
