import { Workflow } from "../../entities/workflow.js";
import { WorkflowRun } from "../../entities/workflow-run.js";
import type { Host } from "../../runtime/process/host.js";
import * as projects from "../projects/index.js";
import { stopRun } from "./stop-run.js";

const BATCH = 50;

/**
 * One batch of taking a deleted project out of runs and workflows: runs that are billed to it are stopped, workflows move
 * to their creators' default projects (rules/projects 13). May be repeated.
 */
export async function onProjectDeleted(host: Host, projectId: string): Promise<{ isDone: boolean }> {
  await host.transact((tx) => tx.run(`${SWITCH_OFF} WHERE projectId = ?`, [projectId]));
  const runs = await host.read.find(WorkflowRun, { projectId }, { limit: BATCH });
  for (const { id } of runs) {
    await stopRun(host, { id });
    await host.transact((tx) => tx.update(WorkflowRun, { id }, { projectId: null }));
  }
  if (runs.length === BATCH) return { isDone: false };
  const ids = await host.read.ids(Workflow, { projectId }, BATCH);
  for (const id of ids) await moveHome(host, id, projectId);
  return { isDone: ids.length < BATCH };
}

/** Triggers that ran in the project's name. */
const SWITCH_OFF =
  "UPDATE workflow_triggers SET isEnabled = 0, nextAt = NULL, listensTo = NULL, projectId = NULL";

async function moveHome(host: Host, id: string, projectId: string): Promise<void> {
  const workflow = await host.read.findOne(Workflow, { id });
  const home = workflow === null ? null : await projects.findDefaultProject(host.read, workflow.creatorId);
  if (home === null) return;
  await host.transact(async (tx) => {
    await tx.update(Workflow, { id, projectId }, { projectId: home.id });
    await tx.run(`${SWITCH_OFF} WHERE workflowId = ?`, [id]);
  });
}
