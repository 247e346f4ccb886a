import test from "ava";
import { isSurelyHeld } from "../../../engines/durable-queue/lease.js";
import { elapsed } from "../../../runtime/process/clock.js";

const MINUTE_MS = 60_000;

const run = (leasedForMs: number) => ({ abort: new AbortController(), leasedUntil: elapsed() + leasedForMs });

test("a task is surely held while its process cannot seem dead to others, 8 s since the last heartbeat (rules/running 15)", (t) => {
  t.true(isSurelyHeld(run(MINUTE_MS), MINUTE_MS));
  t.false(isSurelyHeld(run(MINUTE_MS - 8000), MINUTE_MS));
});

test("of a short lease it is held to its end", (t) => {
  t.true(isSurelyHeld(run(MINUTE_MS), 5000));
  t.false(isSurelyHeld(run(-1), 5000));
});

test("a run that has ended, or whose lease was lost, holds nothing", (t) => {
  t.false(isSurelyHeld(undefined, MINUTE_MS));
  const lost = run(MINUTE_MS);
  lost.abort.abort();
  t.false(isSurelyHeld(lost, MINUTE_MS));
});
