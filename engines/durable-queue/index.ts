export { enqueue, enqueueNew, type NewTask } from "./enqueue.js";
export { slotGauge } from "./free-slots.js";
export { type RecurringTask, type RecurringWork, recurringTask } from "./recurring-task.js";
export {
  type ClaimedTask,
  LeaseLost,
  type TaskHandler,
  type TaskOutcome,
  type RowChange,
  type GuardedChange,
} from "./task-handler.js";
export { TaskQueue, type TaskQueueOptions } from "./task-queue.js";
