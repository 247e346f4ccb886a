import test from "ava";
import { freeSlots } from "../../../engines/durable-queue/free-slots.js";

const run = (payer: string, since: number) => ({ row: { payer }, since });

test("what runs takes its slot", (t) => {
  const free = freeSlots({ concurrency: 4, perPayer: 2 }, [run("ann", 0), run("ben", 0)], 99_999);
  t.deepEqual(free, { slots: 2, perPayer: 2, barred: new Set() });
});

test("what lingers gives its slot to others, and its payer begins no more", (t) => {
  const handler = { concurrency: 2, lingering: { afterMs: 500, most: 10 } };
  const free = freeSlots(handler, [run("hangs", 0), run("hangs", 0), run("ann", 400)], 600);
  t.deepEqual(free, { slots: 1, perPayer: Infinity, barred: new Set(["hangs"]) });
});

test("of those that linger only so many are beside the slots", (t) => {
  const handler = { concurrency: 4, lingering: { afterMs: 500, most: 2 } };
  t.is(freeSlots(handler, [run("a", 0), run("b", 0), run("c", 0)], 600).slots, 3);
});
