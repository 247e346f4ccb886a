import { ServiceError } from "../../../contracts/errors.js";
import { MAX_LISTENING, type ScheduleSettings } from "../../../contracts/workflow-triggers.js";
import type { Workflow } from "../../../entities/workflow.js";
import type { WorkflowTrigger } from "../../../entities/workflow-trigger.js";
import type { Tx } from "../../../runtime/database/transaction.js";
import type { Host } from "../../../runtime/process/host.js";
import * as projects from "../../projects/index.js";
import { SCHEDULE_QUEUE } from "./queues.js";
import { tickAfter } from "./ticks.js";
import { countOtherListeners } from "./trigger.repository.js";

export type Standing = Pick<WorkflowTrigger, "settings" | "isEnabled">;

/** How a trigger stands after a change, and the next tick that it has then. */
export interface Planned extends Standing {
  nextAt: number | null;
}

/** Searches the next tick of an enabled schedule, which may take long: nothing is locked meanwhile (rules/workflows 48). */
export async function plan(
  kind: WorkflowTrigger["kind"],
  { settings, isEnabled }: Standing,
): Promise<Planned> {
  const isDue = kind === "schedule" && isEnabled;
  return {
    settings,
    isEnabled,
    nextAt: isDue ? await tickAfter(settings as ScheduleSettings, Date.now()) : null,
  };
}

/** Returns the project whose publishes a trigger hears. */
export const listening = (
  { projectId }: Pick<Workflow, "projectId">,
  { kind, isEnabled }: Pick<WorkflowTrigger, "kind" | "isEnabled">,
): string | null => (kind === "event" && isEnabled ? projectId : null);

/**
 * Limits the triggers that hear a project's publishes; the project's row is the lock of their number. Throws
 * `conflict` beyond the limit, and `not_found` when the account has left the project.
 */
export async function allowListening(
  tx: Tx,
  accountId: string,
  { id, listensTo }: Pick<WorkflowTrigger, "id" | "listensTo">,
): Promise<void> {
  if (listensTo === null) return;
  await projects.joinProject(tx, { projectId: listensTo, accountId });
  const others = await countOtherListeners(tx, { listensTo, id });
  if (others >= MAX_LISTENING)
    throw new ServiceError(
      "conflict",
      `A project has at most ${MAX_LISTENING} enabled triggers that hear its publishes. Switch another one off first.`,
    );
}

/** Queues the task of a schedule for its next tick. The task of a schedule that is switched off ends when it next runs. */
export async function schedule(
  host: Pick<Host, "tasks">,
  tx: Tx,
  { id, kind, nextAt, ownerId }: WorkflowTrigger,
): Promise<void> {
  if (kind !== "schedule" || nextAt === null) return;
  const afterMs = Math.max(0, nextAt - Date.now());
  await host.tasks.enqueue(tx, { queue: SCHEDULE_QUEUE, subject: id, payer: ownerId, afterMs });
}
