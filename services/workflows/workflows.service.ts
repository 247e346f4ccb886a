import type { ParamsOf } from "../../contracts/contract.js";
import { invalidParams } from "../../contracts/errors.js";
import { workflowsCredentialEnded, workflowsSessionsEnded } from "../../contracts/credential-end.js";
import { workflowsProjectDeleted } from "../../contracts/project-cascade.js";
import {
  createWorkflow as createContract,
  deleteWorkflow as deleteContract,
  describeWorkflow as describeContract,
  getWorkflow,
  listWorkflows as listContract,
  listWorkflowsPiece,
  updateWorkflow as updateContract,
  type WorkflowSummaryView,
} from "../../contracts/workflows.js";
import type { WorkflowGraph } from "../../entities/workflow.js";
import { action } from "../../runtime/actions/action.js";
import type { AreaFactory } from "../../runtime/actions/area.js";
import type { Host } from "../../runtime/process/host.js";
import { deleteTask, deleteWorkflow } from "./delete-workflow.js";
import { describeWorkflow } from "./describe-workflow.js";
import { callOffTask, runTask } from "./engine/run-task.js";
import { onProjectDeleted } from "./on-project-deleted.js";
import { listWorkflows, readWorkflowsPiece } from "./list-workflows.js";
import { presentSummaries, presentWorkflow } from "./present-workflow.js";
import { sweepRunsTask } from "./room/sweep-runs.js";
import { runActions } from "./run.actions.js";
import { startingActions } from "./starting.actions.js";
import { requireTemplate } from "./templates/list-templates.js";
import { triggerActions } from "./trigger.actions.js";
import { deleteLogTask } from "./triggers/delete-trigger.js";
import { endCredential, endSessions } from "./triggers/end-credential.js";
import { scheduleTask } from "./triggers/schedule-task.js";
import { fireTask } from "./triggers/start-fire.js";
import { sweepFiresTask } from "./triggers/sweep-fires.js";
import { createWorkflow, updateWorkflow } from "./save-workflow.js";
import { allowDelete, requireHome, requireWorkflow } from "./workflows.policy.js";

/**
 * Returns the graph and name that a new workflow begins with. A template's name is used unless another one is
 * given.
 */
function givenOf({ graph, name, templateId }: ParamsOf<typeof createContract>) {
  if (graph !== undefined && templateId !== undefined)
    throw invalidParams("Name graph or templateId, not both.");
  if (templateId === undefined) return { graph: graph as WorkflowGraph | undefined, name };
  const template = requireTemplate(templateId);
  return { graph: template.graph, name: name ?? template.name };
}

/** The area of saved workflows and their runs; the engine is in `engine/`. */
const workflows: AreaFactory = (host: Host) => {
  let unsubscribe = () => {};
  const sweep = sweepFiresTask(host);
  const sweepRoom = sweepRunsTask(host);
  return {
    name: "workflows",
    actions: [
      action(listContract, {
        find: (context, params) => requireHome(host, context, params),
        run: async (context, query, { project }) => {
          const { pieces, total } = await listWorkflows(host, project.id, query);
          const workflows: WorkflowSummaryView[] = [];
          for await (const rows of pieces)
            for (const view of await presentSummaries(context, rows)) workflows.push(view);
          return { workflows, total };
        },
      }),
      action(listWorkflowsPiece, {
        find: (context, params) => requireHome(host, context, params),
        run: async (context, query, { project }) => {
          const { rows, ...rest } = await readWorkflowsPiece(host, project.id, query);
          return { workflows: await presentSummaries(context, rows), ...rest };
        },
      }),
      action(getWorkflow, {
        find: (context, { id }) => requireWorkflow(host, context, id),
        run: async (_context, _params, { workflow }) => ({ workflow: presentWorkflow(workflow) }),
      }),
      action(describeContract, {
        find: (context, { id }) => requireWorkflow(host, context, id),
        run: async (_context, _params, { workflow }) => describeWorkflow(host, workflow),
      }),
      action(createContract, {
        find: (context, params) => requireHome(host, context, params),
        run: async (context, params, home) => ({
          workflow: presentWorkflow(await createWorkflow(host, context, givenOf(params), home)),
        }),
      }),
      action(updateContract, {
        find: (context, { id }) => requireWorkflow(host, context, id),
        run: async (context, { graph, name, baseUpdatedAt }, { workflow }) => {
          const given = { graph: graph as WorkflowGraph | undefined, name, baseUpdatedAt };
          return { workflow: presentWorkflow(await updateWorkflow(host, context, given, workflow)) };
        },
      }),
      action(deleteContract, {
        find: (context, { id }) => requireWorkflow(host, context, id),
        allow: allowDelete,
        run: async (_context, _params, { workflow }) => {
          await deleteWorkflow(host, workflow);
          return { ok: true as const };
        },
      }),
      ...startingActions(host),
      ...runActions(host),
      ...triggerActions(host),
      action(workflowsCredentialEnded, { run: (_context, ended) => endCredential(host, ended) }),
      action(workflowsSessionsEnded, { run: (_context, ended) => endSessions(host, ended) }),
      action(workflowsProjectDeleted, {
        run: (_context, { projectId }) => onProjectDeleted(host, projectId),
      }),
    ],
    tasks: [
      runTask(host),
      callOffTask(host),
      deleteTask(host),
      deleteLogTask(host),
      scheduleTask(host),
      fireTask(host),
      sweep.handler,
      sweepRoom.handler,
    ],
    started: async () => {
      unsubscribe = host.signals.on("run.stopped", ({ id }) => host.tasks.interrupt(id));
      await sweep.start();
      await sweepRoom.start();
    },
    stopped: async () => unsubscribe(),
  };
};
export default workflows;
