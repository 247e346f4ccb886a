import type { GaugeSource } from "../gauges.js";
import type { TaskQueue } from "./task-queue.js";

/** What this process works on at once, and what it could take beside. */
export const slotGauge = (tasks: TaskQueue): GaugeSource => ({
  name: "kiln_task_slots",
  help: "Slots of this process for durable tasks, by queue: used and free.",
  labels: ["queue", "state"],
  read: () =>
    tasks.slots.flatMap(({ queue, used, free }) => [
      { labels: { queue, state: "used" }, value: used },
      { labels: { queue, state: "free" }, value: free },
    ]),
});
