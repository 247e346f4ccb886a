import type { Tool } from "../../tool.js";
import { getWorkflowRun } from "./get-workflow-run.js";
import { getWorkflow } from "./get-workflow.js";
import { listWorkflows } from "./list-workflows.js";
import { runWorkflow } from "./run-workflow.js";

export const WORKFLOW_TOOLS: readonly Tool[] = [listWorkflows, getWorkflow, runWorkflow, getWorkflowRun];
