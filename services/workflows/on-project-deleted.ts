import type { Host } from "../../runtime/process/host.js";
import * as projects from "../projects/index.js";
import { changeRun, findSomeRuns } from "./run.repository.js";
import { stopRun } from "./stop-run.js";
import { switchOffOfProject, switchOffOfWorkflow } from "./triggers/switch-off.repository.js";
import { findIdsOfProject, findWorkflow, moveWorkflow } from "./workflow.repository.js";

const BATCH = 50;

/**
 * Detaches one batch of runs and workflows from a deleted project: runs that are billed to it are stopped, and
 * workflows move to their creators' default projects (rules/projects 13). May be repeated.
 */
export async function onProjectDeleted(host: Host, projectId: string): Promise<{ isDone: boolean }> {
  await host.transact((tx) => switchOffOfProject(tx, projectId));
  const runs = await findSomeRuns(host.read, { projectId, limit: BATCH });
  for (const { id } of runs) {
    await stopRun(host, { id });
    await host.transact((tx) => changeRun(tx, { id, projectId: null }));
  }
  if (runs.length === BATCH) return { isDone: false };
  const ids = await findIdsOfProject(host.read, { projectId, limit: BATCH });
  for (const id of ids) await moveHome(host, id, projectId);
  return { isDone: ids.length < BATCH };
}

async function moveHome(host: Pick<Host, "read" | "transact">, id: string, projectId: string): Promise<void> {
  const workflow = await findWorkflow(host.read, id);
  const home = workflow === null ? null : await projects.findDefaultProject(host.read, workflow.creatorId);
  if (home === null) return;
  await host.transact(async (tx) => {
    await moveWorkflow(tx, { id, from: projectId, to: home.id });
    await switchOffOfWorkflow(tx, id);
  });
}
