import { queryOptions } from "@tanstack/react-query";
import {
  workflowsGet,
  workflowsGetRun,
  workflowsList,
  workflowsListNodeTypes,
  workflowsListRuns,
  workflowsListTemplates,
  workflowsListTriggers,
} from "../../sdk/generated/operations.js";
import type * as Types from "../../sdk/generated/types.js";
import { call } from "../kiln.js";
import { isLive } from "../live.js";

export type Workflow = Types.Workflow;
export type Graph = Workflow["graph"];
export type GraphNode = Graph["nodes"][number];
export type GraphEdge = Graph["edges"][number];
export type NodeType = Types.WorkflowNodeType;
export type NodeResult = Types.NodeResult;
export type Run = Types.WorkflowRun;
export type Trigger = Types.WorkflowTrigger;

export const workflows = (projectId: string | null) =>
  queryOptions({
    queryKey: ["workflows", projectId],
    queryFn: ({ signal }) =>
      call(workflowsList, { limit: 500, ...(projectId !== null && { projectId }) }, { signal }),
  });
export const templates = queryOptions({
  queryKey: ["workflow-templates"],
  queryFn: ({ signal }) => call(workflowsListTemplates, {}, { signal }),
  staleTime: 60_000,
});
export const nodeTypes = queryOptions({
  queryKey: ["node-types"],
  queryFn: ({ signal }) => call(workflowsListNodeTypes, {}, { signal }),
  staleTime: 600_000,
});
/** The query for a workflow, which is read once when its page opens; afterwards the page holds the state. */
export const workflow = (id: string) =>
  queryOptions({
    queryKey: ["workflow", id],
    queryFn: ({ signal }) => call(workflowsGet, { id }, { signal }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchOnMount: "always",
    staleTime: Infinity,
    gcTime: 0,
  });
export const runs = (id: string) =>
  queryOptions({
    queryKey: ["runs", id],
    queryFn: ({ signal }) => call(workflowsListRuns, { id, limit: 20 }, { signal }),
  });

const POLL_MS = 1_500;
/** Milliseconds between two checks while events come, in case that one was lost. */
const CHECK_MS = 10_000;
export const run = (id: string, runId: string | null) =>
  queryOptions({
    queryKey: ["run", runId],
    enabled: runId !== null,
    queryFn: ({ signal }) => call(workflowsGetRun, { id, runId: runId ?? "" }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.run.status !== "running" ? false : isLive() ? CHECK_MS : POLL_MS,
  });
export const triggers = (id: string) =>
  queryOptions({
    queryKey: ["triggers", id],
    queryFn: ({ signal }) => call(workflowsListTriggers, { id }, { signal }),
  });

/** Returns the credits that a run has cost so far. */
export const costOf = ({ nodeResults }: Pick<Run, "nodeResults">): number =>
  Object.values(nodeResults).reduce((sum, { costCredits = 0 }) => sum + costCredits, 0);
