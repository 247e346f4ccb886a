import type { GaugeSource } from "../../runtime/process/gauges.js";
import { GroupShares } from "./payer-groups.js";
import type { TaskHandler } from "./task-handler.js";

/** The tasks of a queue that this process can take. */
export interface FreeSlots {
  slots: number;
  /** The most tasks of one payer that may run, in all processes. */
  perPayer: number;
  /** The payers of which no task is taken now. */
  barred: ReadonlySet<string>;
  /** The shares of the groups of payers, where the queue's payers have groups. */
  groups?: GroupShares;
}

/** Returns what a process can take of a queue beside the tasks that it runs already. */
export function freeSlots(
  {
    concurrency,
    perPayer = Infinity,
    lingering,
    isGrouped,
  }: Pick<TaskHandler, "concurrency" | "perPayer" | "lingering" | "isGrouped">,
  running: readonly { row: { payer: string }; since: number }[],
  now: number,
): FreeSlots {
  const slow = lingering ? running.filter(({ since }) => now - since >= lingering.afterMs) : [];
  const beside = Math.min(slow.length, lingering?.most ?? 0);
  const payers = running.map(({ row }) => row.payer);
  return {
    slots: concurrency - (running.length - beside),
    perPayer,
    barred: new Set(slow.map(({ row }) => row.payer)),
    ...(isGrouped && { groups: GroupShares.of(concurrency + (lingering?.most ?? 0), payers) }),
  };
}

/** Tells `/metrics` how many tasks of each queue this process works on, and how many more it could take. */
export const slotGauge = (tasks: {
  slots: readonly { queue: string; used: number; free: number }[];
}): GaugeSource => ({
  name: "kiln_task_slots",
  help: "Slots of this process for durable tasks, by queue: used and free.",
  labels: ["queue", "state"],
  read: () =>
    tasks.slots.flatMap(({ queue, used, free }) => [
      { labels: { queue, state: "used" }, value: used },
      { labels: { queue, state: "free" }, value: free },
    ]),
});
