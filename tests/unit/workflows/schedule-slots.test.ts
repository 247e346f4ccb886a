import test from "ava";
import type { Host } from "../../../runtime/process/host.js";
import { scheduleTask } from "../../../services/workflows/triggers/schedule-task.js";
import { fireTask } from "../../../services/workflows/triggers/start-fire.js";

test("one account's ticks and fires take at most half of the slots, so that another's come in time (rules/running 24)", (t) => {
  for (const { queue, concurrency, perPayer = Infinity } of [scheduleTask, fireTask].map((task) =>
    task({} as Host),
  ))
    t.true(perPayer <= concurrency / 2, queue);
});
