import type { Tool } from "../../tool.js";
import { createWorkflowTrigger } from "./create-workflow-trigger.js";
import { createWorkflow } from "./create-workflow.js";
import { deleteWorkflowTrigger } from "./delete-workflow-trigger.js";
import { estimateWorkflow } from "./estimate-workflow.js";
import { getWorkflowRun } from "./get-workflow-run.js";
import { getWorkflowTriggerLog } from "./get-workflow-trigger-log.js";
import { getWorkflow } from "./get-workflow.js";
import { importWorkflow } from "./import-workflow.js";
import { listWorkflowTemplates } from "./list-workflow-templates.js";
import { listWorkflowTriggers } from "./list-workflow-triggers.js";
import { listWorkflows } from "./list-workflows.js";
import { resumeWorkflowRun } from "./resume-workflow-run.js";
import { runWorkflow } from "./run-workflow.js";
import { stopWorkflowRun } from "./stop-workflow-run.js";
import { updateWorkflowTrigger } from "./update-workflow-trigger.js";

/** Tools that find, make, run and trigger workflows (rules/mcp 23). */
export const WORKFLOW_TOOLS: readonly Tool[] = [
  listWorkflows,
  getWorkflow,
  runWorkflow,
  getWorkflowRun,
  estimateWorkflow,
  resumeWorkflowRun,
  stopWorkflowRun,
  listWorkflowTemplates,
  createWorkflow,
  importWorkflow,
  listWorkflowTriggers,
  createWorkflowTrigger,
  updateWorkflowTrigger,
  deleteWorkflowTrigger,
  getWorkflowTriggerLog,
];
