import { z } from "zod";
import { getRun, stopRun } from "../../../contracts/workflows.js";
import { presentAgentRun } from "../present-agent-run.js";
import { readRunState } from "../read-run-state.js";
import type { TaskKind } from "./task.js";

const given = z.object({ run: z.object({ id: z.string(), workflowId: z.string() }) });

/** Task of a run that run_workflow started. */
export const runTask: TaskKind = {
  name: "run",
  readsWith: "get_workflow_run",
  cancelsWith: "run_workflow",
  partsOf(result) {
    const { run } = given.parse(result);
    return [run.workflowId, run.id];
  },
  async read(call, [id = "", runId = ""]) {
    const { status, createdAt, completedAt } = await readRunState(call, { id, runId });
    const state = {
      message: `The run is ${status}.`,
      createdAt,
      updatedAt: completedAt ?? new Date().toISOString(),
    };
    if (status === "running") return { ...state, status: "working" };
    if (status === "stopped") return { ...state, status: "cancelled" };
    await call.longTurn();
    const { run } = await call.call(getRun, { id, runId });
    return { ...state, status: "completed", result: { run: await presentAgentRun(call, run) } };
  },
  cancel: (call, [id = "", runId = ""]) => call.call(stopRun, { id, runId }),
};
