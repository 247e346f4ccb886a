import { deleteTrigger } from "../../../../contracts/workflow-triggers.js";

const { shape } = deleteTrigger.params;

/** Inputs that every tool about triggers has. */
export const workflowParam = shape.id.describe("Id from list_workflows.");
export const triggerParam = shape.triggerId.describe("Id from list_workflow_triggers.");
